/** The features that the core asks for something: what it knows of each, and where that is. They are loaded when they are first asked. */
import { vectorizer } from '../study/vectors/vectorizer.js';

export function registerFeatures(): void {
  vectorizer.register(async () => (await import('./vectorize/vectorizer.js')).kernelsOnVectors);
}
