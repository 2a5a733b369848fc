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

/** Asks the API beside one node in the version that it has. */
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
   * Which version it is, is decided with the first question to a node, and anew where a node has changed.
   *
   * @throws UnexpectedAnswerError where the node has no API that is known here: never as if what was
   * asked for were not there.
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

  /** Today's is asked at once, so that it takes no longer for asking which release there is. */
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
    const reason = 'there is no API beside it that serves /extended/v3, or /extended/v1 any more';
    throw new UnexpectedAnswerError('stacks', reason);
  }

  /** What the API says of its release; nothing where it doesn't, or is not heard at once. */
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
      // Then what it serves tells.
      return undefined;
    }
  }

  async #of(version: ApiVersion): Promise<ChainApi> {
    if (version === 'v3') return this.#v3;
    const { ApiV1 } = await import('./api-v1.js');
    return new ApiV1(this.#asking);
  }
}
