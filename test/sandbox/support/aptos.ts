import {
  Account,
  type AccountAuthenticator,
  Aptos,
  AptosConfig,
  type Ed25519Account,
  generateSignedTransaction,
  Network,
  type SimpleTransaction,
} from '@aptos-labs/ts-sdk';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/index.js';

/** An answer of the node, as it came over the wire. */
export interface NodeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

const APT = 100_000_000n;

/** The sandbox's Aptos node, the chain's own SDK as its client, and a plain client beside it. */
export class TestAptos {
  readonly sandbox: Sandbox;
  readonly client: Aptos;

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
    const { fullnodeUrl: fullnode, indexerUrl: indexer } = sandbox.aptos;
    this.client = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode, indexer }));
  }

  static async start(options: SandboxOptions = {}): Promise<TestAptos> {
    return new TestAptos(await startSandbox({ ledgerCloseMs: 0, aptosBlockMs: 2, ...options }));
  }

  stop(): Promise<void> {
    return this.sandbox.stop();
  }

  /** A new account with this much of the native coin. */
  account(apt = 100): Ed25519Account {
    const account = Account.generate();
    if (apt > 0) this.sandbox.aptos.fund(addressOf(account), BigInt(apt) * APT);
    return account;
  }

  transfer(from: Account, to: string, amount: bigint, options: object = {}) {
    return this.client.transaction.build.simple({
      sender: from.accountAddress,
      data: {
        function: '0x1::aptos_account::transfer',
        functionArguments: [to, amount],
      },
      options,
    });
  }

  /** Signs, and gives the bytes that would be submitted. */
  signed(account: Account, transaction: SimpleTransaction): Uint8Array {
    return bytesOf(transaction, account.signTransactionWithAuthenticator(transaction));
  }

  /** Builds, signs, submits and waits. A failure on the chain is an answer like any other. */
  async send(account: Account, transaction: SimpleTransaction) {
    const pending = await this.client.signAndSubmitTransaction({ signer: account, transaction });
    return this.client.waitForTransaction({
      transactionHash: pending.hash,
      options: { checkSuccess: false },
    });
  }

  submit(bytes: Uint8Array, path = '/transactions'): Promise<NodeAnswer> {
    return this.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x.aptos.signed_transaction+bcs' },
      body: new Uint8Array(bytes),
    });
  }

  async ask(path: string, init: RequestInit = {}): Promise<NodeAnswer> {
    const response = await fetch(`${this.sandbox.aptos.fullnodeUrl}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
  }

  async query(query: string, variables: object = {}) {
    const response = await fetch(this.sandbox.aptos.indexerUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    return { status: response.status, text, json: JSON.parse(text) };
  }
}

export function addressOf(account: Account): string {
  return account.accountAddress.toStringLong();
}

export function bytesOf(
  transaction: SimpleTransaction,
  senderAuthenticator: AccountAuthenticator,
): Uint8Array {
  return generateSignedTransaction({ transaction, senderAuthenticator });
}

/** Somebody to send to. */
export const BOB = `0x${'b0b'.padStart(64, '1')}`;
