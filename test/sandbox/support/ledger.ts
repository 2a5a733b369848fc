import { encode, encodeForSigning } from 'ripple-binary-codec';
import {
  Client,
  hashes,
  type SubmittableTransaction,
  type TransactionMetadata,
  Wallet,
} from 'xrpl';

import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/index.js';
import { signBytes } from './keys.js';

/** What became of a transaction that was signed by the `xrpl` package and sent to the sandbox. */
export interface Sent {
  readonly result: string;
  readonly hash: string;
  /** Present when it went into a ledger. */
  readonly meta: TransactionMetadata | undefined;
}

/** A ledger that closes only when told, and the real client of it. */
export class TestLedger {
  readonly sandbox: Sandbox;
  readonly client: Client;

  private constructor(sandbox: Sandbox, client: Client) {
    this.sandbox = sandbox;
    this.client = client;
  }

  static async start(options: SandboxOptions = {}): Promise<TestLedger> {
    const sandbox = await startSandbox({ ledgerCloseMs: 0, ...options });
    const client = new Client(sandbox.xrpl.webSocketUrl);
    await client.connect();
    return new TestLedger(sandbox, client);
  }

  async stop(): Promise<void> {
    await this.client.disconnect();
    await this.sandbox.stop();
  }

  /** A new account with this much XRP. */
  async wallet(xrp = 1_000): Promise<Wallet> {
    const wallet = Wallet.generate();
    await this.sandbox.xrpl.fund(wallet.classicAddress, BigInt(xrp) * 1_000_000n);
    return wallet;
  }

  async sequenceOf(wallet: Wallet): Promise<number> {
    const { result } = await this.client.request({
      command: 'account_info',
      account: wallet.classicAddress,
      ledger_index: 'current',
    });
    return result.account_data.Sequence;
  }

  /** Fills in number and fee, unless given, and signs. */
  async signed(wallet: Wallet, fields: Fields): Promise<{ tx_blob: string; hash: string }> {
    const Sequence = fields.Sequence ?? (await this.sequenceOf(wallet));
    return wallet.sign({
      Account: wallet.classicAddress,
      Fee: '10',
      Sequence,
      ...fields,
    } as SubmittableTransaction);
  }

  /** Signs what the xrpl package would refuse to sign. */
  async signedAnyway(wallet: Wallet, fields: Fields): Promise<{ tx_blob: string; hash: string }> {
    const tx = {
      Account: wallet.classicAddress,
      Fee: '10',
      Sequence: fields.Sequence ?? (await this.sequenceOf(wallet)),
      SigningPubKey: wallet.publicKey,
      ...fields,
    };
    const TxnSignature = signBytes(wallet, Buffer.from(encodeForSigning(tx), 'hex'));
    const tx_blob = encode({ ...tx, TxnSignature });
    return { tx_blob, hash: hashes.hashSignedTx(tx_blob) };
  }

  /** The result of a transaction that the xrpl package would refuse to sign. */
  async refusal(wallet: Wallet, fields: Fields): Promise<string> {
    const { tx_blob } = await this.signedAnyway(wallet, fields);
    const { result } = await this.client.request({ command: 'submit', tx_blob });
    return result.engine_result;
  }

  /** Submits without closing the ledger. */
  async submit(wallet: Wallet, fields: Fields, failHard = false) {
    const { tx_blob, hash } = await this.signed(wallet, fields);
    const { result } = await this.client.request({
      command: 'submit',
      tx_blob,
      ...(failHard ? { fail_hard: true } : {}),
    });
    return { ...result, hash };
  }

  /** Submits, closes the ledger and looks at what it did. */
  async send(wallet: Wallet, fields: Fields): Promise<Sent> {
    const { engine_result: result, hash } = await this.submit(wallet, fields);
    this.sandbox.xrpl.closeLedger();
    if (!/^te[sc]/.test(result)) return { result, hash, meta: undefined };
    const { result: found } = await this.client.request({ command: 'tx', transaction: hash });
    return { result, hash, meta: found.meta as TransactionMetadata };
  }

  async balance(holder: Wallet, issuer: Wallet, currency: string): Promise<string> {
    const { result } = await this.client.request({
      command: 'account_lines',
      account: holder.classicAddress,
      peer: issuer.classicAddress,
      ledger_index: 'validated',
    });
    return result.lines.find((line) => line.currency === currency)?.balance ?? '0';
  }

  xrpOf(wallet: Wallet): bigint {
    return this.sandbox.xrpl.balanceOf(wallet.classicAddress);
  }
}

/** A transaction's own fields. */
export interface Fields {
  readonly TransactionType: string;
  readonly Sequence?: number;
  readonly [field: string]: unknown;
}

export function tokens(issuer: Wallet, currency: string, value: string) {
  return { currency, issuer: issuer.classicAddress, value };
}
