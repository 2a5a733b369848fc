import type { ApiVersion } from './api.js';

/** What this process has learned about nodes, by their URL: each node is asked for it once. */
export class KnownNodes {
  /** The nodes that have reported their chain. */
  readonly ofChain = new Set<string>();
  readonly apis = new Map<string, ApiVersion>();
  /** Requests for an API's release that are not answered yet. */
  readonly releases = new Map<string, Promise<ApiVersion | undefined>>();
  readonly #absent = new Set<string>();

  /** Whether a node has been found to have no such route, or no longer one. */
  lacks(url: string, route: string): boolean {
    return this.#absent.has(`${url} ${route}`);
  }

  setLacking(url: string, route: string): void {
    this.#absent.add(`${url} ${route}`);
  }
}
