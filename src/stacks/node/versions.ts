import * as z from 'zod/mini';
import { UnexpectedAnswerError } from '../../core/errors.js';
import { NotServedError } from '../errors.js';
import type { ApiVersion, ChainApi } from './api.js';
import { ApiV3 } from './api-v3.js';
import { type Asking, read } from './asking.js';
import type { KnownNodes } from './known-nodes.js';

const statusAnswer = z.looseObject({ server_version: z.string() });

/** The first release that has v3. */
const FIRST_WITH_V3 = 9;

/** Asks the API beside one node in its version. */
export class Versions {
  readonly #asking: Asking;
  readonly #known: KnownNodes;
  readonly #v3: ApiV3;

  constructor(asking: Asking, known: KnownNodes) {
    this.#asking = asking;
    this.#known = known;
    this.#v3 = new ApiV3(asking);
  }

  /**
   * The version is determined with the first request to a node, and again if a node has changed.
   *
   * @throws UnexpectedAnswerError if the node has no supported API; it is never treated as if the requested data
   * did not exist.
   */
  async ask<T>(question: (api: ChainApi) => Promise<T>): Promise<T> {
    const { apis } = this.#known;
    const { url } = this.#asking;
    const version = apis.get(url);
    if (version === undefined) return this.#decide(question);
    try {
      return await question(await this.#of(version));
    } catch (error) {
      if (!(error instanceof NotServedError)) throw error;
      apis.delete(url);
      return this.#decide(question);
    }
  }

  /** Today's version is asked at once, in parallel with the release, so that the first request takes no longer. */
  async #decide<T>(question: (api: ChainApi) => Promise<T>): Promise<T> {
    const byToday = question(this.#v3);
    byToday.catch(() => undefined);
    const told = await this.#release();
    const order = told === 'v1' ? (['v1', 'v3'] as const) : (['v3', 'v1'] as const);
    for (const version of order) {
      try {
        const answer = await (version === 'v3' ? byToday : question(await this.#of('v1')));
        this.#known.apis.set(this.#asking.url, version);
        return answer;
      } catch (error) {
        if (!(error instanceof NotServedError)) throw error;
      }
    }
    const reason =
      'there is no API beside it that serves /extended/v3 or still serves /extended/v1';
    throw new UnexpectedAnswerError('stacks', reason);
  }

  /** The release that the API reports; `undefined` if it reports none, or does not answer at once. */
  #release(): Promise<ApiVersion | undefined> {
    const { releases } = this.#known;
    const { url } = this.#asking;
    const asked = releases.get(url) ?? this.#readRelease().finally(() => releases.delete(url));
    releases.set(url, asked);
    return asked;
  }

  async #readRelease(): Promise<ApiVersion | undefined> {
    const path = '/extended';
    try {
      const { server_version: name } = await this.#asking.once({ method: 'GET', path }, (answer) =>
        read(path, answer, statusAnswer),
      );
      const [, major] = /\bv(\d+)\./.exec(name) ?? [];
      if (major === undefined) return undefined;
      return Number(major) >= FIRST_WITH_V3 ? 'v3' : 'v1';
    } catch {
      // Then the routes that it serves decide.
      return undefined;
    }
  }

  async #of(version: ApiVersion): Promise<ChainApi> {
    if (version === 'v3') return this.#v3;
    const { ApiV1 } = await import('./api-v1.js');
    return new ApiV1(this.#asking);
  }
}
