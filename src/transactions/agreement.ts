import { onAbort } from '../core/abort.js';
import type { CallOptions } from '../core/clock.js';
import { GatewayError } from '../core/errors.js';
import type { ForeignSighting, LookUpRequest, Sighting, Signed, Submission } from './chain.js';
import type { OnOdds, Operator, Operators } from './operators.js';
import { areAtOdds, inWords, type Statement, verdictOn } from './verdict.js';

/** Best first: what one operator takes is taken. */
const RANKS: readonly Submission['state'][] = ['accepted', 'unclear', 'open', 'busy', 'refused'];

/** Several operators, of whom so many must say the same before it is told. */
export class Agreement<T, R> implements Pick<Operators<T, R>, 'lookUp' | 'lookUpHash' | 'submit'> {
  readonly #all: readonly Operator<T, R>[];
  readonly #agree: number;

  constructor(all: readonly Operator<T, R>[], agree: number) {
    this.#all = all;
    this.#agree = agree;
  }

  lookUp(request: LookUpRequest<T>, options: CallOptions, onOdds: OnOdds): Promise<Sighting<R>> {
    return this.#look(({ chain }, call) => chain.lookUp(request, call), options, onOdds);
  }

  async lookUpHash(
    hash: string,
    options: CallOptions,
    onOdds: OnOdds,
  ): Promise<ForeignSighting<R> | undefined> {
    let seen: ForeignSighting<R> | undefined;
    const look = async ({ chain }: Operator<T, R>, call: CallOptions): Promise<Sighting<R>> => {
      const found = await chain.lookUpHash(hash, call);
      seen ??= found;
      return found?.outcome ?? { state: 'open', seen: false };
    };
    const sighting = await this.#look(look, options, onOdds);
    const isOutcome = sighting.state === 'confirmed' || sighting.state === 'failed';
    return seen && { number: seen.number, outcome: isOutcome ? sighting : undefined };
  }

  /**
   * To all of them: one that takes it and passes nothing on must not keep it from the others. It is refused if
   * enough refuse it and nobody who answers does anything else with it.
   */
  async submit(signed: Signed, options: CallOptions): Promise<Submission> {
    const heard: Submission[] = [];
    const silent: Submission[] = [];
    const send = async ({ chain }: Operator<T, R>): Promise<void> => {
      try {
        const answer = await chain.submit(signed, options);
        heard.push(answer);
        if (answer.state === 'accepted') return;
      } catch (error) {
        silent.push(unheard(error));
      }
      throw new Error('not taken');
    };
    await Promise.any(this.#all.map(send)).catch(() => undefined);
    const [refused, ...others] = heard.filter(({ state }) => state === 'refused');
    const refusals = others.length + 1;
    if (refused && refusals >= this.#agree && refusals === heard.length) return refused;
    const answers = [...heard, ...silent];
    const ranked = RANKS.flatMap((rank) => answers.filter(({ state }) => state === rank));
    return ranked[0] ?? unheard(undefined);
  }

  async #look(
    look: (operator: Operator<T, R>, options: CallOptions) => Promise<Sighting<R>>,
    options: CallOptions,
    onOdds: OnOdds,
  ): Promise<Sighting<R>> {
    const said: Statement<R>[] = [];
    const over = new AbortController();
    const ignore = onAbort(options.signal, () => over.abort());
    const verdict = new Promise<Sighting<R>>((resolve) => {
      for (const operator of this.#all) {
        const call = { ...options, signal: over.signal };
        void look(operator, call)
          .catch(unknown)
          .then((sighting) => {
            said.push({ operator: operator.name, sighting });
            const told = verdictOn(said, this.#agree, said.length === this.#all.length);
            if (told) resolve(told);
          });
      }
    });
    const told = await verdict;
    ignore();
    // Whoever has not answered is not waited for.
    over.abort();
    if (areAtOdds(said)) onOdds(said.map(inWords));
    return told;
  }
}

/** Whatever went wrong on the way, the bytes may have arrived. */
function unheard(error: unknown): Submission {
  return { state: 'unclear', code: reasonOf(error) };
}

/** A look that fails is no outcome. */
function unknown(error: unknown): Sighting<never> {
  return { state: 'unknown', reason: reasonOf(error) };
}

function reasonOf(error: unknown): string {
  return error instanceof GatewayError ? error.message : 'an unexpected error';
}
