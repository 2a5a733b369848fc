import type { ApiVersion } from './api.js';

/** What this process has learned of nodes, by where they are: each is asked for it once. */
export class KnownNodes {
  /** Those that have said which chain they are of. */
  readonly ofChain = new Set<string>();
  readonly apis = new Map<string, ApiVersion>();
  /** Questions about an API's release that have no answer yet. */
  readonly releases = new Map<string, Promise<ApiVersion | undefined>>();
  readonly #absent = new Set<string>();

  /** Whether a node has been found to have no such route, or none any more. */
  lacks(url: string, route: string): boolean {
    return this.#absent.has(`${url} ${route}`);
  }

  setLacking(url: string, route: string): void {
    this.#absent.add(`${url} ${route}`);
  }
}
