import { createHash } from 'node:crypto';
import {
  type ReadTransaction,
  readStacksTransaction,
  stacksSighash,
  stacksTxid,
} from '../../../support/stacks-reader.js';
import type { Payment } from '../evidence.js';
import type { TransactionRead } from './transaction.js';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Versions of addresses of one signature: mainnet's, whose transactions have version 0, and the others'. */
const SINGLE_SIGNATURE = { mainnet: 22, testnet: 26 } as const;
/** Clarity's codes for a number and for the two kinds of principals. */
const UINT = '01';
const STANDARD = '05';
const CONTRACT = '06';

/** Reads a transaction of one signature, signed or not: its digest is the same. */
export function readStacks(blob: string): TransactionRead {
  const bytes = Buffer.from(blob, 'hex');
  const read = readStacksTransaction(bytes);
  const version = read.version === 0 ? SINGLE_SIGNATURE.mainnet : SINGLE_SIGNATURE.testnet;
  return {
    chain: 'stacks',
    account: c32Address(version, read.signer),
    number: { kind: 'sequence', value: `${read.nonce}` },
    hash: stacksTxid(bytes),
    messages: [stacksSighash(bytes)],
    payments: paymentsOf(read),
    fee: `${read.fee}`,
  };
}

function paymentsOf({ payload }: ReadTransaction): readonly Payment[] {
  if (payload.type === 'transfer') {
    const { recipient, amount } = payload;
    return [{ destination: principalOf(recipient), amount: `${amount}`, asset: 'STX' }];
  }
  // SIP-010: transfer(amount, sender, recipient, memo).
  const [amount, , recipient] = payload.args;
  if (payload.functionName !== 'transfer' || !amount?.startsWith(UINT) || !recipient) return [];
  const version = Number.parseInt(payload.contract.slice(0, 2), 16);
  const contract = `${c32Address(version, payload.contract.slice(2))}.${payload.name}`;
  const destination = principalOf(recipient);
  return [{ destination, amount: `${BigInt(`0x${amount.slice(2)}`)}`, asset: contract }];
}

/** The address in a serialised Clarity principal. */
function principalOf(value: string): string {
  const kind = value.slice(0, 2);
  if (kind !== STANDARD && kind !== CONTRACT) throw new Error(`no principal ${value}`);
  const address = c32Address(Number.parseInt(value.slice(2, 4), 16), value.slice(4, 44));
  const name = Buffer.from(value.slice(46), 'hex').toString('utf8');
  return kind === CONTRACT ? `${address}.${name}` : address;
}

/** `S`, the version's digit, and hash and checksum in Crockford's alphabet. */
export function c32Address(version: number, hash160: string): string {
  const body = Buffer.from(hash160, 'hex');
  const checksum = sha256(sha256(Buffer.concat([Buffer.of(version), body]))).subarray(0, 4);
  const bytes = Buffer.concat([body, checksum]);
  let text = '';
  for (let left = BigInt(`0x${bytes.toString('hex')}`); left > 0n; left >>= 5n) {
    text = `${ALPHABET[Number(left & 31n)]}${text}`;
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `S${ALPHABET[version]}${'0'.repeat(zeros)}${text}`;
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
