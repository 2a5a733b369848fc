import { createHash } from 'node:crypto';
import { accountIdOf } from '../../../support/base58.js';
import { type Fields, readTransaction, withoutFields } from '../../../support/xrpl-blob.js';
import type { Payment } from '../evidence.js';
import type { NumberRead, TermsRead, TransactionRead } from './transaction.js';

const HASH = '54584e00';
const SINGLE = '53545800';
const MULTI = '534d5400';

/** Reads a signed transaction of the XRP Ledger. */
export function readXrpl(blob: string): TransactionRead {
  const bytes = Buffer.from(blob, 'hex');
  const fields = readTransaction(bytes);
  return {
    ...xrplTerms(fields),
    chain: 'xrpl',
    hash: half(HASH, bytes),
    messages: messagesOf(bytes, fields),
    payments: paymentsOf(fields),
    ...rowOf(fields),
    fee: String(fields.Fee),
  };
}

/** The terms in a transaction's fields, which is how a payload shows them. */
export function xrplTerms(fields: Fields): TermsRead {
  const { Account, LastLedgerSequence } = fields;
  if (typeof Account !== 'string') throw new Error('It has no account.');
  const expiry = typeof LastLedgerSequence === 'number' ? { expiry: LastLedgerSequence } : {};
  return { account: Account, number: numberOf(fields), ...expiry };
}

function numberOf({ Sequence, TicketSequence }: Fields): NumberRead {
  return typeof TicketSequence === 'number'
    ? { kind: 'ticket', value: String(TicketSequence) }
    : { kind: 'sequence', value: String(Sequence) };
}

/** The Tickets of a TicketCreate are named by the sequence numbers behind its own. */
function rowOf({ TransactionType, TicketCount }: Fields): Pick<TransactionRead, 'row'> {
  return TransactionType === 'TicketCreate' ? { row: Number(TicketCount) } : {};
}

/** An Ed25519 key signs the bytes themselves, any other their digest. */
function messagesOf(bytes: Uint8Array, { Signers, SigningPubKey }: Fields): readonly string[] {
  const unsigned = withoutFields(bytes, ['TxnSignature', 'Signers']);
  const message = (prefix: string, content: Uint8Array, key: unknown) =>
    String(key).startsWith('ED')
      ? prefix + Buffer.from(content).toString('hex')
      : half(prefix, content);
  if (!Array.isArray(Signers)) return [message(SINGLE, unsigned, SigningPubKey)];
  return Signers.map(({ Signer }) => {
    const content = Buffer.concat([unsigned, accountIdOf(Signer.Account)]);
    return message(MULTI, content, Signer.SigningPubKey);
  });
}

function paymentsOf({ TransactionType, Destination, Amount }: Fields): readonly Payment[] {
  if (TransactionType !== 'Payment') return [];
  const destination = String(Destination);
  if (typeof Amount === 'string') return [{ destination, amount: Amount, asset: 'XRP' }];
  const { value, currency, issuer } = Object(Amount);
  return [{ destination, amount: String(value), asset: `${currency}.${issuer}` }];
}

/** SHA-512Half behind a prefix. */
function half(prefix: string, bytes: Uint8Array): string {
  const whole = createHash('sha512').update(Buffer.from(prefix, 'hex')).update(bytes);
  return whole.digest('hex').slice(0, 64);
}
