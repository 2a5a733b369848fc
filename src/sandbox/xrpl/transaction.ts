import { isObject } from '../../core/json.js';
import { decode } from './ripple.js';
import { accountOfKey, checkBlob } from './signature.js';
import { type Amount, readAmount } from './values/amounts.js';

/** One of a multi-signed transaction's signers. */
export interface Signer {
  readonly account: string;
  /** The account that the signing key stands for by itself. */
  readonly keyAccount: string;
}

/** A transaction as it was received. Reading a field of the wrong kind gives `undefined`. */
export class Transaction {
  /** Upper-case hex. */
  readonly blob: string;
  readonly hash: string;
  /** Why the signature is refused; `undefined` when it is good. */
  readonly refusal: string | undefined;
  readonly json: Readonly<Record<string, unknown>>;

  /** @throws when the blob is no transaction. */
  constructor(blob: string) {
    this.blob = blob.toUpperCase();
    const { hash, refusal } = checkBlob(Buffer.from(blob, 'hex'));
    this.hash = hash;
    this.refusal = refusal;
    this.json = decode(this.blob);
    if (this.text('TransactionType') === undefined || this.text('Account') === undefined) {
      throw new Error('not a transaction');
    }
  }

  get type(): string {
    return this.text('TransactionType') ?? '';
  }

  get account(): string {
    return this.text('Account') ?? '';
  }

  get flags(): number {
    return this.number('Flags') ?? 0;
  }

  hasFlag(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  /** In drops. Negative when the field holds something else. */
  get fee(): bigint {
    const fee = this.amount('Fee');
    return fee?.kind === 'xrp' ? fee.drops : -1n;
  }

  get sequence(): number {
    return this.number('Sequence') ?? 0;
  }

  /** The ticket that takes the sequence's place. */
  get ticket(): number | undefined {
    return this.number('TicketSequence');
  }

  get lastLedger(): number | undefined {
    return this.number('LastLedgerSequence');
  }

  /** The account that the signing key stands for by itself; `undefined` when multi-signed. */
  get keyAccount(): string | undefined {
    const key = this.text('SigningPubKey') ?? '';
    return key === '' ? undefined : accountOfKey(key);
  }

  get signers(): readonly Signer[] {
    return this.objects('Signers', 'Signer').map((signer) => ({
      account: String(signer.Account),
      keyAccount: accountOfKey(String(signer.SigningPubKey)),
    }));
  }

  has(field: string): boolean {
    return this.json[field] !== undefined;
  }

  text(field: string): string | undefined {
    const value = this.json[field];
    return typeof value === 'string' ? value : undefined;
  }

  number(field: string): number | undefined {
    const value = this.json[field];
    return typeof value === 'number' ? value : undefined;
  }

  amount(field: string): Amount | undefined {
    return readAmount(this.json[field]);
  }

  texts(field: string): readonly string[] {
    const value = this.json[field];
    return Array.isArray(value) ? value.map(String) : [];
  }

  /** The members of an array such as `Signers: [{ Signer: {...} }]`, without their wrappers. */
  objects(field: string, wrapper: string): readonly Record<string, unknown>[] {
    const value = this.json[field];
    if (!Array.isArray(value)) return [];
    return value.flatMap((entry: unknown) => {
      const inner = isObject(entry) ? entry[wrapper] : undefined;
      return isObject(inner) ? [inner] : [];
    });
  }
}
