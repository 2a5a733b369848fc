import { createHash } from 'node:crypto';
import type { Payment } from '../evidence.js';
import { BcsCursor } from './bcs.js';
import type { NumberRead, TermsRead, TransactionRead } from './transaction.js';

interface RawRead extends TermsRead {
  readonly payments: readonly Payment[];
  readonly fee: string;
}

interface Payload {
  readonly call: Call | undefined;
  readonly nonce?: bigint;
}

interface Call {
  readonly name: string;
  readonly types: readonly string[];
  readonly args: readonly Buffer[];
}

/** Variants of an authenticator: the curve's first, several signers, one who pays, one in new wrapping. */
const MULTI_AGENT = 2;
const FEE_PAYER = 3;
/** Variants of a payload, and of what is in its newer form. */
const ENTRY_FUNCTION = 2;
const INNER = 4;
const ADDRESS = 32;
const PREFIX = 32;

/** Reads a SignedTransaction of Aptos or Movement. */
export function readAptos(blob: string): TransactionRead {
  const bytes = Buffer.from(blob, 'hex');
  const cursor = new BcsCursor(bytes);
  const read = rawTransaction(cursor);
  const raw = bytes.subarray(0, cursor.at);
  return {
    ...read,
    chain: 'aptos',
    hash: sha3(domain('Transaction'), Buffer.of(0), bytes).toString('hex'),
    messages: [messageOf(raw, cursor)],
  };
}

/** The terms of what somebody signs: a domain, a transaction, and who else signs it. */
export function aptosTerms(message: string): TermsRead {
  const bytes = Buffer.from(message, 'hex');
  const hasOthers = bytes.subarray(0, PREFIX).equals(domain('RawTransactionWithData'));
  if (!hasOthers && !bytes.subarray(0, PREFIX).equals(domain('RawTransaction'))) {
    throw new Error('not the message of a transaction');
  }
  return rawTransaction(new BcsCursor(bytes, hasOthers ? PREFIX + 1 : PREFIX));
}

function messageOf(raw: Buffer, cursor: BcsCursor): string {
  const variant = cursor.uleb();
  if (variant !== MULTI_AGENT && variant !== FEE_PAYER) {
    return Buffer.concat([domain('RawTransaction'), raw]).toString('hex');
  }
  signature(cursor);
  const others = cursor.list(() => cursor.take(ADDRESS));
  cursor.list(() => signature(cursor));
  const payer = variant === FEE_PAYER ? [cursor.take(ADDRESS)] : [];
  const kind = Buffer.of(variant === FEE_PAYER ? 1 : 0);
  const list = Buffer.concat([Buffer.of(others.length), ...others]);
  const message = [domain('RawTransactionWithData'), kind, raw, list, ...payer];
  return Buffer.concat(message).toString('hex');
}

/** Passes over one account's signature: of the first scheme, of the newer one, or none. */
function signature(cursor: BcsCursor): void {
  const variant = cursor.uleb();
  if (variant === 4) return;
  if (variant !== 0 && variant !== 2) throw new Error(`no signature ${variant}`);
  if (variant === 2) cursor.uleb();
  cursor.sized();
  if (variant === 2) cursor.uleb();
  cursor.sized();
}

function rawTransaction(cursor: BcsCursor): RawRead {
  const sender = cursor.hex(ADDRESS);
  const sequence = cursor.u64();
  const { call, nonce } = payload(cursor);
  const [gas, price, expiry] = [cursor.u64(), cursor.u64(), cursor.u64()];
  cursor.take(1);
  const number: NumberRead =
    nonce === undefined
      ? { kind: 'sequence', value: `${sequence}` }
      : { kind: 'ticket', value: `${nonce}` };
  return {
    account: `0x${sender}`,
    number,
    expiry: Number(expiry),
    payments: call ? paymentsOf(call) : [],
    fee: `${gas * price}`,
  };
}

function payload(cursor: BcsCursor): Payload {
  const variant = cursor.uleb();
  if (variant === ENTRY_FUNCTION) return { call: entryFunction(cursor) };
  if (variant !== INNER) throw new Error(`no payload ${variant}`);
  const version = cursor.uleb();
  const executable = cursor.uleb();
  if (version !== 0 || executable !== 1) throw new Error('no inner payload of this kind');
  const call = entryFunction(cursor);
  cursor.uleb();
  cursor.option(() => cursor.take(ADDRESS));
  const nonce = cursor.option(() => cursor.u64());
  return { call, ...(nonce !== undefined && { nonce }) };
}

function entryFunction(cursor: BcsCursor): Call {
  const address = cursor.hex(ADDRESS).replace(/^0+/, '');
  const name = `0x${address}::${cursor.text()}::${cursor.text()}`;
  return {
    name,
    types: cursor.list(() => typeTag(cursor)),
    args: cursor.list(() => cursor.sized()),
  };
}

/** A type as people write it, with short addresses. */
function typeTag(cursor: BcsCursor): string {
  const variant = cursor.uleb();
  if (variant === 6) return `vector<${typeTag(cursor)}>`;
  if (variant !== 7) return `#${variant}`;
  const address = cursor.hex(ADDRESS).replace(/^0+/, '');
  const name = `0x${address}::${cursor.text()}::${cursor.text()}`;
  const types = cursor.list(() => typeTag(cursor));
  return types.length === 0 ? name : `${name}<${types.join(', ')}>`;
}

function paymentsOf({ name, types, args }: Call): readonly Payment[] {
  const [first, second, third] = args;
  switch (name) {
    case '0x1::aptos_account::transfer':
      return payment(first, second, 'native');
    case '0x1::aptos_account::transfer_coins':
    case '0x1::coin::transfer':
      return payment(first, second, types[0] ?? '');
    case '0x1::primary_fungible_store::transfer':
    case '0x1::aptos_account::transfer_fungible_assets':
      return payment(second, third, `0x${first?.toString('hex')}`);
    default:
      return [];
  }
}

function payment(to: Buffer | undefined, amount: Buffer | undefined, asset: string): Payment[] {
  if (to?.length !== ADDRESS || amount?.length !== 8) throw new Error('not the arguments expected');
  const destination = `0x${to.toString('hex')}`;
  return [{ destination, amount: `${amount.readBigUInt64LE()}`, asset }];
}

function domain(type: string): Buffer {
  return sha3(Buffer.from(`APTOS::${type}`));
}

function sha3(...parts: readonly Uint8Array[]): Buffer {
  return createHash('sha3-256').update(Buffer.concat(parts)).digest();
}
