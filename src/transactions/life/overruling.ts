import { AbortedError, GatewayError } from '../../core/errors.js';
import { excerpt, MAX_MESSAGE } from '../../core/shown.js';
import type { Snapshot } from '../chain.js';
import { FeeTooHighError } from '../errors.js';
import type { Operators } from '../operators.js';
import { lifetimeOf } from '../options.js';
import { Salt } from '../salt.js';
import { inputsOf, type Moment, tell } from './context.js';

/** What transactions can be built on, or why not. */
type Opinion = { readonly snapshots: readonly Snapshot[] } | { readonly refusal: GatewayError };

/**
 * Reads what transactions are built on, where there are more operators than have to agree. Where the first that is
 * asked says something that keeps them from being signed (no money, a cost above the cap, a trial that fails), all are
 * asked. It is overruled by as many as have to agree, if they are most of them.
 *
 * @throws the first refusal, unless it is overruled.
 */
export async function readOrOverrule<I, T, R>(
  moment: Moment<I, T, R>,
): Promise<readonly Snapshot[]> {
  const { stage, job, facts, attempt, signal } = moment;
  const request = { account: job.account, inputs: inputsOf(moment) };
  // The custody platform builds its own transfers; and whether a later attempt is built follows from the one before.
  const isBuilt = attempt.index === 1 && !facts.request.wanted.isNative;
  const ask = (operator?: string) => {
    const asked = stage.chain.read({ ...request, operator }, { signal });
    return opinionOf(asked, (read) => isBuilt && tryBuilding(moment, read));
  };
  const first = await ask();
  if ('snapshots' in first) return first.snapshots;
  const { refusal: against } = first;
  // Another time may be better; and where a node failed, another has been asked already.
  if (against.retryable && !(against instanceof FeeTooHighError)) throw against;
  const [willing, ...others] = await willingOf(stage.operators, ask);
  if (!willing) throw against;
  const by = [willing, ...others].map(({ name }) => name);
  const refusal = excerpt(against.message, MAX_MESSAGE);
  tell(moment, attempt.index, { type: 'refusal-overruled', refusal, by });
  return willing.snapshots;
}

interface Willing {
  readonly name: string;
  readonly snapshots: readonly Snapshot[];
}

/** The first operators who have nothing against it, as many as it takes; none once so many can't be found. */
function willingOf<T, R>(
  { all, agree }: Operators<T, R>,
  ask: (operator: string) => Promise<Opinion>,
): Promise<readonly Willing[]> {
  const enough = Math.max(agree, Math.floor(all.length / 2) + 1);
  const willing: Willing[] = [];
  let left = all.length;
  return new Promise((resolve, reject) => {
    for (const { name } of all) {
      ask(name).then((opinion) => {
        left--;
        if ('snapshots' in opinion) willing.push({ name, ...opinion });
        if (willing.length === enough) resolve([...willing]);
        else if (willing.length + left < enough) resolve([]);
      }, reject);
    }
  });
}

/** @throws AbortedError, and any error that is none of this package's. */
async function opinionOf(
  asked: Promise<readonly Snapshot[]>,
  check: (read: readonly Snapshot[]) => void,
): Promise<Opinion> {
  try {
    const snapshots = await asked;
    check(snapshots);
    return { snapshots };
  } catch (error) {
    if (!(error instanceof GatewayError) || error instanceof AbortedError) throw error;
    return { refusal: error };
  }
}

/** Builds as if the account's next numbers were free: a fee above the cap shows only then. */
function tryBuilding<I, T, R>(
  { stage, job, attempt: { requestId, lane: kind = 'sequence' } }: Moment<I, T, R>,
  snapshots: readonly Snapshot[],
): void {
  const { account, options, numbers } = job;
  const lifetime = lifetimeOf(options, stage.signer);
  inputsOf({ job }).forEach((input, at) => {
    const snapshot = snapshots[at];
    if (!snapshot) return;
    const number = numbers?.[at] ?? { kind, value: snapshot.nextNumber + BigInt(at) };
    const salt = new Salt(requestId);
    stage.chain.build({ account, input, snapshot, number, salt, ...lifetime });
  });
}
