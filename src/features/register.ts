/** The features that the core asks for something: what it knows of each, and where that is. They are loaded when they are first asked. */
import { vectorizer } from '../study/vectors/vectorizer.js';
import { cluster } from '../workbench/cluster.js';

export function registerFeatures(): void {
  cluster.register(async () => (await import('./cluster/open-cluster.js')).openCluster);
  vectorizer.register(async () => (await import('./vectorize/vectorizer.js')).kernelsOnVectors);
}
