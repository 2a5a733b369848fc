import * as z from 'zod/mini';
import { bytesToHex, fromHex } from '../../core/bytes.js';
import type { CallOptions } from '../../core/clock.js';
import { isObject } from '../../core/json.js';
import { isPinned } from '../../transactions/records/other-keys.js';
import { outcomeOf, resultOf } from '../result.js';
import {
  addressOfKey,
  encodeSigned,
  sha512Half,
  signingBytes,
  type UnsignedTransaction,
} from '../wire/codec.js';
import { uint32 } from '../wire/fields.js';
import { decodeFields, encodeFields } from '../wire/serialized/object.js';
import { isSignature } from '../wire/signature.js';
import { asSigned } from './as-signed.js';
import type { LedgerView, XrplStatus } from './lookup.js';

const page = z.looseObject({
  transactions: z.array(
    z.looseObject({
      tx_blob: z.string(),
      meta_blob: z.optional(z.string()),
      validated: z.optional(z.boolean()),
      ledger_index: z.optional(uint32),
    }),
  ),
  marker: z.optional(z.unknown()),
});

/** Newest first. As blobs: the JSON of API version 2 renames fields, so it can't be hashed. */
const QUERY = { ledger_index_min: -1, ledger_index_max: -1, binary: true, limit: 200 };

/** No transaction that matters here is longer, nor are its effects: 256 KiB, in hexadecimal. */
const MAX_BLOB = 512 * 1024;
/** So much is read without a break: other calls go on meanwhile, and this one may end. */
const STRETCH = 256 * 1024;

/** How far back a spent number is searched for: pages of 200 transactions. */
const MAX_HISTORY_PAGES = 25;
/** An account is deleted no earlier than so many ledgers beyond its last number, and begins again with its ledger's. */
const LEAST_DISTANCE = 256;

type Fields = Readonly<Record<string, unknown>>;

/** A transaction of the account, read from its own bytes and those of its metadata. */
interface Sent {
  readonly fields: Fields;
  readonly meta: Fields;
  readonly ledgerIndex: number;
}

/** What a node shows of an account. */
interface History {
  readonly sent: readonly Sent[];
  /** The number with which the account began. */
  readonly first: number | undefined;
}

/** The transaction that spent a number, and the key that signed it. */
interface Spending {
  readonly by: Fields;
  readonly signed: Fields;
  readonly ledgerIndex: number;
}

/**
 * Finds the transaction that spent another one's number. A node's claim is not enough: the bytes must be signed
 * with the account's own key, or with one that the caller pinned. A number that the account never had was spent by
 * none: with it a transaction has expired once its time is over.
 *
 * @param validated - How far the node is validated, if its answer about the number says that.
 */
export async function whoSpent(
  ledger: LedgerView,
  transaction: UnsignedTransaction,
  validated: number | undefined,
  options: CallOptions,
): Promise<XrplStatus> {
  const history = await historySince(ledger, transaction, options);
  const spending = spendingIn(history.sent, transaction);
  if (!spending) {
    if (await wasNever(ledger, transaction, { ...history, validated }, options)) {
      return { state: 'expired' };
    }
    return { state: 'unknown', reason: 'the node no longer has the transaction that spent it' };
  }
  const { by, signed, ledgerIndex } = spending;
  const isOurs = digestOf(by) === digestOf(transaction);
  // Only the ledger has the list of those that may sign as one of several; for our own transaction the signers
  // were asked.
  const isOfSeveral = isOurs && transaction.SigningPubKey === '';
  if (!isOfSeveral && !isSigned(signed, ledger)) {
    return {
      state: 'unknown',
      reason: 'the transaction that spent it is not signed with a known key',
    };
  }
  const { hash } = encodeSigned(by);
  if (!isOurs) {
    // A transaction that had expired before stays expired.
    const isLate = ledgerIndex > transaction.LastLedgerSequence;
    return { state: isLate ? 'expired' : 'replaced', by: hash };
  }
  const ours = await ledger.node.transaction(hash, options);
  const result = ours && resultOf(asSigned(ours, by), ledger.networkId);
  return result ? outcomeOf(result) : { state: 'unknown', reason: 'the node no longer shows it' };
}

/** The transactions that an account has sent, back to the one before a number, or to the account's first. */
async function historySince(
  { node }: LedgerView,
  { Account: account, Sequence, TicketSequence }: UnsignedTransaction,
  options: CallOptions,
): Promise<History> {
  const sent: Sent[] = [];
  let first: number | undefined;
  let marker: unknown;
  let unbroken = 0;
  for (let count = 0; count < MAX_HISTORY_PAGES; count++) {
    const params = { account, ...QUERY, ...(marker === undefined ? {} : { marker }) };
    const history = await node.read('account_tx', params, page, options);
    for (const { tx_blob, meta_blob = '', validated, ledger_index = 0 } of history.transactions) {
      if (validated === false) continue;
      unbroken += tx_blob.length + meta_blob.length;
      if (unbroken > STRETCH) {
        unbroken = 0;
        await node.clock.sleep(0, options.signal);
      }
      const [fields, meta] = [fieldsOf(tx_blob), fieldsOf(meta_blob)];
      if (fields.Account === account && isWrittenAs(fields, tx_blob))
        sent.push({ fields, meta, ledgerIndex: ledger_index });
      else first ??= firstNumberIn(meta, account);
    }
    marker = history.marker;
    // Behind a smaller number there are only earlier transactions, even from before a Ticket was made.
    const isPast = ({ fields }: Sent) =>
      !isInner(fields) &&
      Number(fields.Sequence) > 0 &&
      Number(fields.Sequence) < (TicketSequence ?? Sequence);
    if (marker === undefined || marker === null || sent.some(isPast)) break;
  }
  return { sent, first };
}

/** The number with which a transaction made an account begin. */
function firstNumberIn(meta: Fields, account: string): number | undefined {
  const created = entriesIn(meta, 'CreatedNode', 'AccountRoot');
  const own = created.find(({ Account }) => Account === account);
  return typeof own?.Sequence === 'number' ? own.Sequence : undefined;
}

/**
 * Whether a transaction's time is over, and its number none that the account ever had: such as one that a node lied.
 * The account began behind it, so shortly that it was none of an earlier account with that address either. Or it is no
 * Ticket's, since the account has not come to it, or its own transaction has it.
 */
async function wasNever(
  ledger: LedgerView,
  { Account, Sequence, TicketSequence, LastLedgerSequence }: UnsignedTransaction,
  { sent, first, validated }: History & { readonly validated: number | undefined },
  options: CallOptions,
): Promise<boolean> {
  // An answer that there is no such Ticket does not say how far it is validated.
  const account = TicketSequence && (await ledger.node.accountInfo(Account, 'validated', options));
  const seen = account && account.validated === true ? account : undefined;
  const index = validated ?? seen?.ledger_index;
  if (index === undefined || index <= LastLedgerSequence) return false;
  const number = TicketSequence ?? Sequence;
  if (first !== undefined && number < first && number >= first - LEAST_DISTANCE) return true;
  if (!seen) return false;
  const isTransactions = ({ fields }: Sent) =>
    fields.Sequence === number && isSigned(fields, ledger);
  return number >= seen.account_data.Sequence || sent.some(isTransactions);
}

/** No fields for one that can't be read, such as one that is too long, or of a type that is newer than this code. */
function fieldsOf(blob: string): Fields {
  if (blob.length > MAX_BLOB) return {};
  try {
    return decodeFields(blob);
  } catch {
    return {};
  }
}

/** Whether the ledger writes them so. Fields that were read from another form would be those of another transaction. */
function isWrittenAs(fields: Fields, blob: string): boolean {
  try {
    return encodeFields(fields) === blob.toLowerCase();
  } catch {
    return false;
  }
}

function spendingIn(sent: readonly Sent[], wanted: UnsignedTransaction): Spending | undefined {
  const own = sent.find(({ fields }) => hasNumberOf(fields, wanted));
  const spender = own ?? sent.find((one) => swallows(one, wanted));
  if (!spender) return undefined;
  const { fields: by, ledgerIndex } = spender;
  if (!own || !isInner(by)) return { by, signed: by, ledgerIndex };
  const batch = sent.find(({ fields }) => holds(fields, by))?.fields;
  return batch && { by, signed: batch, ledgerIndex };
}

/** A transaction that spends a Ticket has no sequence number, and a Ticket is not the same as the number. */
function hasNumberOf(fields: Fields, { Sequence, TicketSequence }: UnsignedTransaction): boolean {
  return fields.Sequence === Sequence && fields.TicketSequence === TicketSequence;
}

/** For a member of a Batch: it has no signature of its own, and the ledger shows it beside its Batch. */
function isInner({ SigningPubKey, Signers }: Fields): boolean {
  return SigningPubKey === '' && Signers === undefined;
}

function holds({ RawTransactions }: Fields, inner: Fields): boolean {
  const members: readonly unknown[] = Array.isArray(RawTransactions) ? RawTransactions : [];
  return members.some(
    (member) =>
      isObject(member) &&
      isObject(member.RawTransaction) &&
      digestOf(member.RawTransaction) === digestOf(inner),
  );
}

/** Whether a transaction of another number used up these numbers, so that no transaction has them. */
function swallows(
  { fields, meta, ledgerIndex }: Sent,
  { Sequence, TicketSequence }: UnsignedTransaction,
): boolean {
  if (meta.TransactionResult !== 'tesSUCCESS') return false;
  if (fields.TransactionType === 'AccountDelete') {
    const number = TicketSequence ?? Sequence;
    // Earlier numbers were spent by other transactions, unless one was a Ticket that was left. An account that is
    // created again begins with the ledger's number at that time.
    const wasLeft =
      number >= lastNumber(fields, meta) || ticketsIn(meta, 'DeletedNode').has(TicketSequence);
    return wasLeft && number < ledgerIndex;
  }
  if (fields.TransactionType !== 'TicketCreate' || TicketSequence !== undefined) return false;
  const first = Number(fields.Sequence) + 1;
  return first > 1
    ? Sequence >= first && Sequence < first + Number(fields.TicketCount)
    : ticketsIn(meta, 'CreatedNode').has(Sequence);
}

/** The number that an account would have used next, when it was deleted. */
function lastNumber({ Sequence }: Fields, meta: Fields): number {
  if (Number(Sequence) > 0) return Number(Sequence) + 1;
  const [account] = entriesIn(meta, 'DeletedNode', 'AccountRoot');
  return Number(account?.Sequence ?? Number.POSITIVE_INFINITY);
}

function ticketsIn(meta: Fields, node: 'CreatedNode' | 'DeletedNode'): ReadonlySet<unknown> {
  const tickets = entriesIn(meta, node, 'Ticket').map(({ TicketSequence }) => TicketSequence);
  return new Set(tickets.filter((ticket) => ticket !== undefined));
}

/** The ledger entries of a type that a transaction created or deleted. */
function entriesIn(
  { AffectedNodes }: Fields,
  node: 'CreatedNode' | 'DeletedNode',
  type: string,
): readonly Fields[] {
  const nodes: readonly unknown[] = Array.isArray(AffectedNodes) ? AffectedNodes : [];
  return nodes.flatMap((affected) => {
    const entry = isObject(affected) ? affected[node] : undefined;
    if (!isObject(entry) || entry.LedgerEntryType !== type) return [];
    const fields = node === 'CreatedNode' ? entry.NewFields : entry.FinalFields;
    return isObject(fields) ? [fields] : [];
  });
}

/** Whether it is signed with a single key that may sign for its account; a delegate's signature is not one. */
function isSigned(signed: Fields, { otherKeys }: LedgerView): boolean {
  const { Account, SigningPubKey, TxnSignature, Delegate } = signed;
  const [account, key] = [String(Account), String(SigningPubKey)];
  const isOwn = addressOfKey(fromHex(key) ?? new Uint8Array()) === account;
  if (Delegate !== undefined || !(isOwn || isPinned(otherKeys, account, key))) return false;
  return isSignature(signingBytes(signed), key, String(TxnSignature));
}

/** Identifies a transaction whatever key signed it: its fields, without any signature. */
function digestOf(transaction: object): string {
  return bytesToHex(sha512Half(signingBytes(transaction)));
}
