import type { SigningRecord } from '../../signer/raw-signer.js';
import { loadVerifier } from '../../signer/verify.js';
import type { Chain, Terms } from '../chain.js';
import { nextNumberOf } from '../numbers.js';
import { lifetimeOf } from '../options.js';
import { orderOf } from '../records/records.js';
import { Salt } from '../salt.js';
import { ticketsOf } from '../tickets.js';
import { begin, type Context, inputsOf, type Moment, since, tell } from './context.js';
import { contentsOf, messagesOf, reproduces } from './orders.js';
import { recordOf } from './status.js';
import { explainables, summaryFor } from './summary.js';

const overruling = () => import('./overruling.js');

/** Reads everything that a transaction is built on, in one parallel batch, and loads what its signature needs. */
export async function read<I, T, R>(
  context: Context<I, T, R>,
  moment: Moment<T, R>,
): Promise<void> {
  const { stage, job, snapshots } = context;
  const { attempt, hear, signal } = moment;
  const { account } = job;
  const { all, agree } = stage.operators;
  const [read, tickets = []] = await Promise.all([
    all.length > agree
      ? overruling().then((it) => it.readOrOverrule(context, moment))
      : stage.chain.read({ account, inputs: inputsOf(context) }, { signal }),
    attempt.lane === 'ticket' ? ticketsOf(stage.chain, account, { signal }) : undefined,
    loadVerifier(account.key),
  ]);
  snapshots.set(attempt.index, read);
  const reading = { nextNumber: nextNumberOf(read), tickets };
  hear({ kind: 'read', attempt: attempt.index, reading });
}

/** Builds the transactions to sign from what was read. */
export async function build<I, T, R>(
  context: Context<I, T, R>,
  numbers: readonly bigint[],
  { attempt, hear }: Moment<T, R>,
): Promise<void> {
  const { stage, job, snapshots } = context;
  const { chain, clock, signer } = stage;
  const { index, requestId, lane: kind = 'sequence' } = attempt;
  const { account, options } = job;
  begin(context, `build ${index}`);
  let isFixed = false;
  let height: bigint | undefined;
  const inputs = inputsOf(context);
  const transactions = inputs.map((input, at) => {
    const snapshot = snapshots.get(index)?.[at];
    const value = numbers[at];
    if (!snapshot || value === undefined) throw new Error('Each input has a reading and a number.');
    if (snapshot.concern) {
      const { resultCode, reason } = snapshot.concern;
      tell(context, index, { type: 'would-fail', resultCode, reason });
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
  context.begun.set(`built ${index}`, since(context, `build ${index}`));
  const { agree } = stage.operators;
  const saidByNodes = (input: I) => {
    const asked = chain.askedOfNodes?.(input);
    return asked && `${asked} from ${agree === 1 ? 'a node' : `${agree} operators`}`;
  };
  const summary = await summaryFor(
    chain,
    explainables(chain, account, transactions, inputs.map(saidByNodes)),
    { ...ledgerOf(chain, height), now: clock.now(), idempotencyKey: job.idempotencyKey },
    stage.summaryLength,
  );
  if (summary !== undefined) context.summaries.set(index, summary);
  hear({ kind: 'built', attempt: index, order, built, members });
}

function memberOf<T>(chain: { termsOf(transaction: T): Terms }) {
  return (transaction: T) => ({ transaction, terms: chain.termsOf(transaction) });
}

/** How the expiry of a transaction becomes a time, where it is a ledger's index. */
function ledgerOf({ expiries }: Chain, index: bigint | undefined) {
  if (!expiries || index === undefined) return {};
  return { ledger: { index, seconds: expiries.usualMs / 1_000 } };
}

/**
 * Rebuilds exactly the transactions that a request is for: from its payload, or else from the caller's input and the
 * terms in the note. They count only if they reproduce the messages that the signer was asked to sign; the payload
 * that comes back as JSON is never believed.
 */
export async function rebuild<I, T, R>(
  context: Context<I, T, R>,
  { attempt, hear, signal }: Moment<T, R>,
): Promise<void> {
  const { stage, job } = context;
  const { chain } = stage;
  const record = recordOf(attempt);
  if (!record) return;
  const goesWith = (transactions: readonly T[] | undefined) => {
    const contents = transactions && contentsOf(messagesOf(chain, job.account, transactions));
    return contents && reproduces(contents, record) ? { transactions, contents } : undefined;
  };
  const echoed = await echoedBy(context, record);
  const found =
    goesWith(echoed && (await isAskedFor(context, echoed)) ? echoed : undefined) ??
    goesWith(await builtAnew(context, record, signal));
  const members = (found?.transactions ?? []).map(memberOf(chain));
  const order = found ? { contents: found.contents, isFixed: undefined } : 'irreproducible';
  hear({ kind: 'built', attempt: attempt.index, order, built: undefined, members });
}

async function echoedBy<T>(
  { stage, job }: Context<unknown, T>,
  { unhashedPayload }: SigningRecord,
): Promise<readonly T[] | undefined> {
  const payloads: unknown = job.batch ? unhashedPayload : [unhashedPayload];
  if (!Array.isArray(payloads)) return undefined;
  const transactions = await Promise.all(
    payloads.map((payload: unknown) => stage.chain.rebuild(payload, job.account)),
  );
  return transactions.every((one) => one !== undefined) ? transactions : undefined;
}

/** Of a call that only has a key, nothing contradicts them; nor what a cancellation was for before. */
async function isAskedFor<I, T>(
  context: Context<I, T>,
  transactions: readonly T[],
): Promise<boolean> {
  const { stage, job } = context;
  const asked = job.left ?? inputsOf(context);
  const mayBeMore = asked.length === 0 || job.numbers !== undefined;
  const fits = transactions.map(async (own, at) => {
    const input = asked[at];
    if (input === undefined) return mayBeMore;
    return (await stage.chain.fits?.(input, own, job.account)) !== false;
  });
  // What can't be compared is none of the caller's.
  return Promise.all(fits).then(
    (all) => all.every(Boolean),
    () => false,
  );
}

/** From the caller's input, where the note has the common terms of all transactions. */
async function builtAnew<I, T>(
  context: Context<I, T>,
  record: SigningRecord,
  signal: AbortSignal,
): Promise<readonly T[] | undefined> {
  const { stage, job } = context;
  const { account } = job;
  const terms = termsIn(record);
  const inputs = inputsOf(context).slice(0, terms.length);
  if (terms.length === 0 || inputs.length < terms.length) return undefined;
  const snapshots = await stage.chain.read({ account, inputs }, { signal });
  return inputs.flatMap((input, index) => {
    const [snapshot, own] = [snapshots[index], terms[index]];
    if (!snapshot || !own) return [];
    return [stage.chain.rebuildFrom({ account, input, snapshot, terms: own })];
  });
}

function termsIn(record: SigningRecord): readonly Terms[] {
  const { note } = orderOf(record);
  if (note?.terms) return [note.terms];
  if (note?.batch?.fee === undefined) return [];
  const { numbers, fee, expiry } = note.batch;
  return numbers.map((value) => ({ number: { kind: 'sequence', value }, fee, expiry }));
}
