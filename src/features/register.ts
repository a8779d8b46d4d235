/** Registers the features that the core may call. Each is loaded at its first use. */
import { vectorizer } from '../study/vectors/vectorizer.js';
import { cluster } from '../workbench/cluster.js';

export function registerFeatures(): void {
  cluster.register(async () => (await import('./cluster/open-cluster.js')).openCluster);
  vectorizer.register(async () => (await import('./vectorize/vectorizer.js')).kernelsOnVectors);
}
