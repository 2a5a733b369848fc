import { happenedOf, isGatewayError } from '../../../src/index.js';
import type { Sandbox } from '../../../src/sandbox/index.js';
import type { TransactionDefaults } from '../../../src/xrpl/index.js';
import { BRIEF, PATIENT } from './settings.js';
import type { WatchedPackage } from './watched-package.js';

/** A call that moves money or changes an account, on a vault account that nothing else is done with. */
export interface Write {
  readonly name: string;
  /** Prepares the call with a whole package; what it returns makes it, each time by another gateway. */
  begin(vault: string, idempotencyKey: string): Promise<Act>;
}

type Act = (limits: TransactionDefaults) => Promise<unknown>;

/** A chain with a custody, and what is done on it. */
export interface Stage {
  readonly sandbox: Sandbox;
  readonly writes: readonly Write[];
}

/** What became of a call. */
interface Outcome {
  /** `done`, or the code of the error. */
  readonly code: string;
  /** What a caller is told, where it is neither done nor over. */
  readonly told: 'nothing was asked' | 'pending, with the key' | 'something else';
  /** What was loaded, in order, and whether the custody had been asked by then. */
  readonly loaded: readonly { readonly source: string; readonly isLate: boolean }[];
  /** How many requests the custody has under the key. */
  readonly requests: number;
}

/** A call that was prepared, and can be made several times. */
export class PreparedCall {
  readonly #custody: Sandbox['custody'];
  readonly #loads: WatchedPackage['loads'];
  readonly #key: string;
  readonly #act: Act;

  private constructor({ sandbox }: Stage, { loads }: WatchedPackage, key: string, act: Act) {
    this.#custody = sandbox.custody;
    this.#loads = loads;
    this.#key = key;
    this.#act = act;
  }

  static async of(stage: Stage, watched: WatchedPackage, write: Write, vault: number) {
    const key = `key-${vault}-`;
    return new PreparedCall(stage, watched, key, await write.begin(`${vault}`, key));
  }

  /** Makes the call, with one of the sources missing or none. */
  async outcome(missing?: string): Promise<Outcome> {
    this.#custody.clearMessages();
    const loaded: { source: string; isLate: boolean }[] = [];
    this.#loads.onLoad = (source) => {
      loaded.push({ source, isLate: this.#isAsked() });
      if (source === missing) throw new Error(`Cannot find module ${source}`);
    };
    const [code, error] = await this.#act(missing === undefined ? PATIENT : BRIEF).then(
      () => ['done', undefined] as const,
      (cause: unknown) => [codeOf(cause), cause] as const,
    );
    this.#loads.onLoad = () => undefined;
    return { code, told: this.#told(error), loaded, requests: this.#requests() };
  }

  #isAsked(): boolean {
    return this.#custody.messages.some(
      ({ method, body }) => method === 'POST' && JSON.stringify(body ?? '').includes(this.#key),
    );
  }

  #told(error: unknown): Outcome['told'] {
    if (!this.#isAsked()) return 'nothing was asked';
    const isPending =
      isGatewayError(error) &&
      happenedOf(error) === 'maybe' &&
      error.transaction?.idempotencyKey === this.#key;
    return isPending ? 'pending, with the key' : 'something else';
  }

  #requests(): number {
    return this.#custody.transactions.filter(({ json }) => JSON.stringify(json).includes(this.#key))
      .length;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
