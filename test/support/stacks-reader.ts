import { createHash } from 'node:crypto';

/** A transaction of one signature, read byte by byte and by nobody's library. */
export interface ReadTransaction {
  readonly version: number;
  readonly chainId: number;
  readonly authType: number;
  readonly hashMode: number;
  /** Hex. */
  readonly signer: string;
  readonly nonce: bigint;
  readonly fee: bigint;
  readonly keyEncoding: number;
  /** v, r, s; hex. */
  readonly signature: string;
  readonly anchorMode: number;
  readonly postConditionMode: number;
  /** Each as its bytes, hex. */
  readonly postConditions: readonly string[];
  readonly payload: ReadPayload;
}

type ReadPayload =
  | { readonly type: 'transfer'; recipient: string; amount: bigint; memo: string }
  | { readonly type: 'call'; contract: string; name: string; functionName: string; args: string[] };

/** Reads standard, singly signed transfers and contract calls; throws on whatever else. */
export function readStacksTransaction(bytes: Uint8Array): ReadTransaction {
  const at = new Cursor(bytes);
  const version = at.byte();
  const chainId = Number(at.integer(4));
  const authType = at.byte();
  const hashMode = at.byte();
  const signer = at.hex(20);
  const nonce = at.integer(8);
  const fee = at.integer(8);
  const keyEncoding = at.byte();
  const signature = at.hex(65);
  const anchorMode = at.byte();
  const postConditionMode = at.byte();
  const postConditions = Array.from({ length: Number(at.integer(4)) }, () => at.slice(condition));
  const payload = readPayload(at);
  if (authType !== 4 || hashMode !== 0 || !at.done)
    throw new Error('not a transaction of this kind');
  return {
    version,
    chainId,
    authType,
    hashMode,
    signer,
    nonce,
    fee,
    keyEncoding,
    signature,
    anchorMode,
    postConditionMode,
    postConditions,
    payload,
  };
}

/** What is signed: the cleared transaction's hash, then that with authorization, fee and nonce. */
export function stacksSighash(bytes: Uint8Array): string {
  const cleared = Buffer.from(bytes);
  cleared.fill(0, 27, 43);
  cleared.fill(0, 44, 109);
  const { fee, nonce } = readStacksTransaction(bytes);
  const tail = Buffer.alloc(17);
  tail.writeUInt8(4, 0);
  tail.writeBigUInt64BE(fee, 1);
  tail.writeBigUInt64BE(nonce, 9);
  return sha512_256(Buffer.concat([Buffer.from(sha512_256(cleared), 'hex'), tail]));
}

export function stacksTxid(bytes: Uint8Array): string {
  return sha512_256(Buffer.from(bytes));
}

function sha512_256(bytes: Buffer): string {
  return createHash('sha512-256').update(bytes).digest('hex');
}

class Cursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  get done(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new Error('the bytes end too soon');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  byte(): number {
    return this.take(1).readUInt8(0);
  }

  integer(bytes: number): bigint {
    return BigInt(`0x${this.hex(bytes)}`);
  }

  hex(count: number): string {
    return this.take(count).toString('hex');
  }

  /** A string with its length in front. */
  text(lengthBytes = 1): string {
    return this.take(Number(this.integer(lengthBytes))).toString('utf8');
  }

  /** The bytes, as hex, that reading something passes over. */
  slice(read: (at: Cursor) => void): string {
    const start = this.#at;
    read(this);
    return this.#bytes.subarray(start, this.#at).toString('hex');
  }
}

const PRINCIPAL_BYTES = 21;

function condition(at: Cursor): void {
  const type = at.byte();
  const principal = at.byte();
  if (principal > 1) at.take(PRINCIPAL_BYTES);
  if (principal === 3) at.text();
  if (type === 1 || type === 2) asset(at);
  if (type === 2) value(at);
  at.byte();
  if (type !== 2 && type !== 4) at.take(8);
  if (type > 4) throw new Error(`no post-condition ${type}`);
}

function asset(at: Cursor): void {
  at.take(PRINCIPAL_BYTES);
  at.text();
  at.text();
}

/** Passes over a Clarity value. */
function value(at: Cursor): void {
  const type = at.byte();
  if (type <= 1) at.take(16);
  else if (type === 2) at.take(Number(at.integer(4)));
  else if (type === 5) at.take(PRINCIPAL_BYTES);
  else if (type === 6) {
    at.take(PRINCIPAL_BYTES);
    at.text();
  } else if (type === 7 || type === 8 || type === 10) value(at);
  else if (type === 11) for (let left = at.integer(4); left > 0n; left -= 1n) value(at);
  else if (type === 12) {
    for (let left = at.integer(4); left > 0n; left -= 1n) {
      at.text();
      value(at);
    }
  } else if (type === 13 || type === 14) at.text(4);
  else if (type !== 3 && type !== 4 && type !== 9) throw new Error(`no Clarity value ${type}`);
}

function readPayload(at: Cursor): ReadPayload {
  const type = at.byte();
  if (type === 0) {
    const recipient = at.slice(value);
    return { type: 'transfer', recipient, amount: at.integer(8), memo: at.hex(34) };
  }
  if (type !== 2) throw new Error(`no payload ${type}`);
  const contract = at.hex(PRINCIPAL_BYTES);
  const name = at.text();
  const functionName = at.text();
  const args = Array.from({ length: Number(at.integer(4)) }, () => at.slice(value));
  return { type: 'call', contract, name, functionName, args };
}
