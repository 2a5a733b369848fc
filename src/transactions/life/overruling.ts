import { AbortedError, GatewayError } from '../../core/errors.js';
import { excerpt, MAX_MESSAGE } from '../../core/shown.js';
import type { Snapshot } from '../chain.js';
import { FeeTooHighError } from '../errors.js';
import { lifetimeOf } from '../options.js';
import { Salt } from '../salt.js';
import { type Context, inputsOf, type Moment, tell } from './context.js';
import type { AttemptFacts } from './facts.js';

/** What transactions can be built on, or why not. */
type Opinion = { readonly snapshots: readonly Snapshot[] } | { readonly refusal: GatewayError };

/**
 * Reads what transactions are built on, where there are more operators than have to agree. Where the first that is
 * asked says something that keeps them from being signed (no money, a cost above the cap, a trial that fails), all are
 * asked, and as many as have to agree overrule it.
 *
 * @throws the first refusal, unless it is overruled.
 */
export async function readOrOverrule<I, T, R>(
  context: Context<I, T, R>,
  { attempt, signal }: Moment<T, R>,
): Promise<readonly Snapshot[]> {
  const { stage, job } = context;
  const { all, agree } = stage.operators;
  const request = { account: job.account, inputs: inputsOf(context) };
  const ask = (operator?: string) => stage.chain.read({ ...request, operator }, { signal });
  const first = await opinionOf(context, attempt, ask());
  if ('snapshots' in first) return first.snapshots;
  // Where a node failed, another has been asked already.
  if (isPassing(first.refusal)) throw first.refusal;
  const opinions = await Promise.all(
    all.map(async ({ name }) => ({
      operator: name,
      ...(await opinionOf(context, attempt, ask(name))),
    })),
  );
  const [snapshots, ...others] = opinions.flatMap((one) =>
    'snapshots' in one ? [one.snapshots] : [],
  );
  if (!snapshots || others.length + 1 < agree) throw first.refusal;
  const said = opinions.map((one) => ({ operator: one.operator, says: inWords(one) }));
  tell(context, attempt.index, { type: 'operators-disagree', said });
  return snapshots;
}

/** @throws AbortedError, and any error that is none of this package's. */
async function opinionOf<I, T, R>(
  context: Context<I, T, R>,
  attempt: AttemptFacts,
  asked: Promise<readonly Snapshot[]>,
): Promise<Opinion> {
  try {
    const snapshots = await asked;
    tryBuilding(context, attempt, snapshots);
    return { snapshots };
  } catch (error) {
    if (!(error instanceof GatewayError) || error instanceof AbortedError) throw error;
    return { refusal: error };
  }
}

/** Builds as if the account's next numbers were free: a fee above the cap shows only then. */
function tryBuilding<I, T, R>(
  { stage, job }: Context<I, T, R>,
  { requestId, lane: kind = 'sequence' }: AttemptFacts,
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

/** Whether another time may be better: then it is no refusal. */
function isPassing(error: GatewayError): boolean {
  return error.retryable && !(error instanceof FeeTooHighError);
}

function inWords(opinion: Opinion): string {
  return 'refusal' in opinion
    ? excerpt(opinion.refusal.message, MAX_MESSAGE)
    : 'nothing against the transaction';
}
