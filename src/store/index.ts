/**
 * The little shared memory behind lanes, journals and idempotent answers.
 *
 * @module store
 */
export { memoryStore } from './memory-store.js';
export type { Store } from './store.js';
