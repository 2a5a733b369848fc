import { maximum } from '../../core/amount.js';
import { loadVerifier } from '../../signer/verify.js';
import type { Chain, Terms } from '../chain.js';
import { lifetimeOf } from '../options.js';
import { Salt } from '../salt.js';
import { ticketsOf } from '../tickets.js';
import type { Doing } from './actions.js';
import { begin, inputsOf, type Moment, since, tell } from './context.js';
import { contentsOf, messagesOf } from './orders.js';
import { summaryFor } from './summary.js';

const overruling = () => import('./overruling.js');

/** Reads everything that a transaction is built on, in one parallel batch, and loads what its signature needs. */
export async function read<I, T, R>(moment: Moment<I, T, R>): Promise<void> {
  const { stage, job, snapshots, attempt, hear, signal } = moment;
  const { account } = job;
  const { all, agree } = stage.operators;
  const [read, tickets = []] = await Promise.all([
    all.length > agree
      ? overruling().then((it) => it.readOrOverrule(moment))
      : stage.chain.read({ account, inputs: inputsOf(moment) }, { signal }),
    attempt.lane === 'ticket' ? ticketsOf(stage.chain, account, { signal }) : undefined,
    loadVerifier(account.key),
  ]);
  snapshots.set(attempt.index, read);
  // Snapshots of one moment agree; if they don't, the highest number is the latest.
  const nextNumber = read.map((one) => one.nextNumber).reduce(maximum, 0n);
  const reading = { nextNumber, tickets };
  hear({ kind: 'read', attempt: attempt.index, reading });
}

export async function build<I, T, R>(
  moment: Moment<I, T, R>,
  { numbers }: Doing<'build'>,
): Promise<void> {
  const { stage, job, snapshots, begun, summaries, attempt, hear } = moment;
  const { chain, clock, signer } = stage;
  const { index, requestId, lane: kind = 'sequence' } = attempt;
  const { account, options } = job;
  begin(moment, `build ${index}`);
  let isFixed = false;
  let height: bigint | undefined;
  const inputs = inputsOf(moment);
  const transactions = inputs.map((input, at) => {
    const snapshot = snapshots.get(index)?.[at];
    const value = numbers[at];
    if (!snapshot || value === undefined) throw new Error('Each input has a reading and a number.');
    if (snapshot.concern) {
      const { resultCode, reason } = snapshot.concern;
      tell(moment, index, { type: 'would-fail', resultCode, reason });
    }
    height = snapshot.height;
    const salt = new Salt(requestId);
    const request = { account, input, snapshot, number: { kind, value }, salt };
    const transaction = chain.build({ ...request, ...lifetimeOf(options, signer) });
    isFixed ||= !salt.isUsed;
    return transaction;
  });
  const members = transactions.map(memberOf(chain));
  const order = { contents: contentsOf(messagesOf(chain, account, transactions)), isFixed };
  const built = height === undefined ? undefined : { height, time: clock.now() };
  begun.set(`built ${index}`, since(moment, `build ${index}`));
  const { agree } = stage.operators;
  const nodes = agree === 1 ? 'a node' : `${agree} operators`;
  const summary = await summaryFor(
    chain,
    transactions.map((one, at) => {
      // Where several sign, they all sign the same.
      const [payload] = [chain.payloadOf(one)].flat();
      const [message] = chain.messagesOf(one, account);
      const input = inputs[at];
      const asked = input && chain.askedOfNodes?.(input);
      return { payload, message, saidByNodes: asked && `${asked} from ${nodes}` };
    }),
    { ...ledgerOf(chain, height), now: clock.now(), idempotencyKey: job.idempotencyKey },
    stage.summaryLength,
  );
  if (summary !== undefined) summaries.set(index, summary);
  hear({ kind: 'built', attempt: index, order, built, members });
}

export function memberOf<T>(chain: { termsOf(transaction: T): Terms }) {
  return (transaction: T) => ({ transaction, terms: chain.termsOf(transaction) });
}

/** How the expiry of a transaction becomes a time, where it is a ledger's index. */
function ledgerOf({ expiries }: Chain, index: bigint | undefined) {
  if (!expiries || index === undefined) return {};
  return { ledger: { index, seconds: expiries.usualMs / 1_000 } };
}
