import { AbortedError, GatewayError } from '../../core/errors.js';
import type { SigningRecord } from '../../signer/raw-signer.js';
import type { Terms } from '../chain.js';
import { readNote } from '../records/note.js';
import { memberOf } from './building.js';
import { type Context, inputsOf, type Moment } from './context.js';
import { unknownFor } from './moves.js';
import { contentsOf, messagesOf, reproduces } from './orders.js';
import { recordOf } from './status.js';

/**
 * Rebuilds exactly the transactions that a request is for: from its payload, or else from the caller's input and the
 * terms in the note. They count only if they agree with the call and the note, and reproduce the messages that
 * the signer was asked to sign.
 */
export async function rebuild<I, T, R>(moment: Moment<I, T, R>): Promise<void> {
  const { stage, job, attempt, hear, signal } = moment;
  const { chain } = stage;
  const record = recordOf(attempt);
  if (!record) return;
  const goesWith = (transactions: readonly T[] | undefined) => {
    if (!transactions || !agreesWithNote(chain, record, transactions)) return undefined;
    const contents = contentsOf(messagesOf(chain, job.account, transactions));
    return reproduces(contents, record) ? { transactions, contents } : undefined;
  };
  const echoed = await echoedBy(moment, record);
  const found =
    goesWith(echoed && (await isAskedFor(moment, echoed)) ? echoed : undefined) ??
    goesWith(await unlessRefused(builtAnew(moment, record, signal)));
  const members = (found?.transactions ?? []).map(memberOf(chain));
  const order = found ? { contents: found.contents, isFixed: undefined } : 'irreproducible';
  hear({ kind: 'built', attempt: attempt.index, order, built: undefined, members });
}

/** A payload that comes back may be another request's: its numbers and fees are those of the note, if that has any. */
function agreesWithNote<T>(
  chain: { termsOf(transaction: T): Terms },
  record: SigningRecord,
  transactions: readonly T[],
): boolean {
  const noted = notedIn(record);
  if (noted.length === 0) return true;
  const agrees = (transaction: T, at: number) => {
    const [own, { number, fee, expiry }] = [chain.termsOf(transaction), noted[at] ?? {}];
    return (
      own.number.value === number?.value &&
      (fee === undefined || own.fee === fee) &&
      (expiry === undefined || own.expiry === expiry)
    );
  };
  return noted.length === transactions.length && transactions.every(agrees);
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
  const terms = notedIn(record).filter(hasFee);
  const inputs = inputsOf(context).slice(0, terms.length);
  if (terms.length === 0 || inputs.length < terms.length) return undefined;
  const snapshots = await stage.chain.read({ account, inputs }, { signal });
  return inputs.flatMap((input, index) => {
    const [snapshot, own] = [snapshots[index], terms[index]];
    if (!snapshot || !own) return [];
    return [stage.chain.rebuildFrom({ account, input, snapshot, terms: own })];
  });
}

/** What would keep a transaction from being made now says nothing of one that is signed already. */
async function unlessRefused<T>(building: Promise<T>): Promise<T> {
  try {
    return await building;
  } catch (error) {
    if (!(error instanceof GatewayError) || error instanceof AbortedError) throw error;
    throw unknownFor('it can’t be built anew now', error);
  }
}

/** What a note says of each transaction; the fee only where all of them have the same. */
type Noted = Omit<Terms, 'fee'> & { readonly fee: bigint | undefined };

const hasFee = (noted: Noted): noted is Noted & Terms => noted.fee !== undefined;

function notedIn({ note }: SigningRecord): readonly Noted[] {
  const { terms, batch } = readNote(note) ?? {};
  if (terms) return [terms];
  if (!batch) return [];
  const { numbers, fee, expiry } = batch;
  return numbers.map((value) => ({ number: { kind: 'sequence', value }, fee, expiry }));
}
