import { Cl, getAddressFromPrivateKey, Pc, type PostCondition } from '@stacks/transactions';
import type { Sandbox } from '../../../src/sandbox/index.js';
import { StacksClient } from '../../support/stacks-client.js';
import type { CallName } from './calls.js';

export const KEY = `${'7c'.repeat(32)}01`;
const OTHER = `${'5a'.repeat(32)}01`;
const FUNDS = 500_000_000_000n;

/** Of whom everything is asked. */
export const ALICE = getAddressFromPrivateKey(KEY, 'testnet');

export interface Answer {
  readonly path: string;
  readonly status: number;
  readonly isJson: boolean;
  /** As text where it is no JSON. */
  readonly body: unknown;
}

/** A sandbox with two accounts, and what tests do with them. */
export class Scene {
  readonly sandbox: Sandbox;
  readonly alice: StacksClient;
  readonly bob: StacksClient;

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
    this.alice = new StacksClient(sandbox.stacks.url, KEY);
    this.bob = new StacksClient(sandbox.stacks.url, OTHER);
    for (const { address } of [this.alice, this.bob]) sandbox.stacks.fund(address, FUNDS);
  }

  async ask(path: string, request: RequestInit = {}): Promise<Answer> {
    const answer = await fetch(`${this.sandbox.stacks.url}${path}`, request);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return { path, status: answer.status, isJson, body: isJson ? JSON.parse(text) : text };
  }

  async post(path: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return this.ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Sends STX from alice to bob. @returns the id. */
  async pay({ nonce = 0n, amount = 1n, fee = 1_000n } = {}): Promise<string> {
    const tx = await this.alice.transfer(this.bob.address, amount, { nonce, fee, memo: 'rent' });
    await this.alice.broadcast(tx);
    return `0x${tx.txid()}`;
  }

  /** The answer to a payment. */
  async submit({ nonce = 0n, amount = 1n }): Promise<Answer> {
    const tx = await this.alice.transfer(this.bob.address, amount, { nonce });
    return this.post('/v2/transactions', { tx: tx.serialize() });
  }

  /** Sends a token from alice to bob, with a condition of each kind. @returns the id. */
  async payToken(nonce = 0n): Promise<string> {
    const { sbtc } = this.sandbox.stacks.contracts;
    this.sandbox.stacks.mintToken(sbtc, this.alice.address, 10n);
    const [contract = '', name = ''] = sbtc.split('::');
    const args = [
      Cl.uint(3),
      Cl.principal(this.alice.address),
      Cl.principal(this.bob.address),
      Cl.none(),
    ];
    const by = Pc.principal(this.alice.address);
    const postConditions: PostCondition[] = [
      by.willNotSendAsset().nft(`${this.alice.address}.badge::badge`, Cl.uint(1)),
      by.willSendEq(3).ft(contract as `${string}.${string}`, name),
      by.willSendLte(0).ustx(),
    ];
    const tx = await this.alice.call(contract, 'transfer', args, { nonce, postConditions });
    await this.alice.broadcast(tx);
    return `0x${tx.txid()}`;
  }

  /** One payment in a block, and two that wait with a nonce missing between them. */
  async payWithGap(): Promise<void> {
    await this.pay();
    await this.mine();
    for (const nonce of [1n, 3n]) await this.pay({ nonce });
  }

  async stake(): Promise<void> {
    const { pox5, signerManager } = this.sandbox.stacks.contracts;
    const start = Cl.uint(this.sandbox.stacks.burnHeight);
    const args = [
      Cl.principal(signerManager),
      Cl.uint(60_000_000_000),
      Cl.uint(1),
      start,
      Cl.none(),
    ];
    await this.alice.broadcast(
      await this.alice.call(pox5, 'stake', args, { mode: 'allow', nonce: 0n }),
    );
    await this.mine();
  }

  async mine(): Promise<void> {
    await this.sandbox.stacks.mineBlock();
  }
}

const path = (contract: string) => contract.replace('.', '/');
const tokenOf = ({ sandbox }: Scene) => sandbox.stacks.contracts.sbtc.split('::')[0] ?? '';
const v3 = (scene: Scene, what: string, of = scene.alice.address) =>
  scene.ask(`/extended/v3/principals/${of}/${what}`);
const v1 = (scene: Scene, what: string) =>
  scene.ask(`/extended/v1/address/${scene.alice.address}/${what}`);
const callRead = (scene: Scene, name: string) =>
  scene.post(`/v2/contracts/call-read/${path(tokenOf(scene))}/${name}`, {
    sender: scene.alice.address,
    arguments: [],
  });

/** What the sandbox answers in the situation that an answer was recorded in. */
export const SANDBOX: Readonly<Partial<Record<CallName, (scene: Scene) => Promise<Answer>>>> = {
  info: (scene) => scene.ask('/v2/info'),
  pox: (scene) => scene.ask('/v2/pox'),
  'pox-4': (scene) => {
    scene.sandbox.stacks.activate('pox-4');
    return scene.ask('/v2/pox');
  },
  account: (scene) => scene.ask(`/v2/accounts/${scene.alice.address}?proof=0`),
  'account-locked': async (scene) => {
    await scene.stake();
    return scene.ask(`/v2/accounts/${scene.alice.address}?proof=0`);
  },
  'transfer-rate': (scene) => scene.ask('/v2/fees/transfer'),
  'fee-estimate': (scene) => scene.post('/v2/fees/transaction', { transaction_payload: '00' }),
  'fee-none': (scene) => {
    scene.sandbox.stacks.setFees({ estimates: 'none' });
    return scene.post('/v2/fees/transaction', { transaction_payload: '00' });
  },
  submitted: (scene) => scene.submit({}),
  'submit-undecodable': (scene) => scene.ask('/v2/transactions', { method: 'POST', body: 'no' }),
  'submit-bad-nonce': async (scene) => {
    await scene.pay();
    await scene.mine();
    return scene.submit({});
  },
  'submit-conflicting-nonce-in-mempool': async (scene) => {
    await scene.pay();
    return scene.submit({ amount: 2n });
  },
  'submit-not-enough-funds': (scene) => scene.submit({ amount: FUNDS }),
  'submit-too-much-chaining': (scene) => scene.submit({ nonce: 30n }),
  'call-read': (scene) => callRead(scene, 'get-decimals'),
  'call-read-refused': (scene) => callRead(scene, 'transfer'),
  'data-var': (scene) =>
    scene.ask(`/v2/data_var/${path(scene.sandbox.stacks.contracts.pox5)}/rewards-paused?proof=0`),
  interface: (scene) => scene.ask(`/v2/contracts/interface/${path(tokenOf(scene))}`),
  'interface-missing': (scene) =>
    scene.ask(`/v2/contracts/interface/${scene.alice.address}/nothing`),
  'indexed-transaction': async (scene) => {
    const id = await scene.pay();
    await scene.mine();
    scene.sandbox.stacks.setApi({ nodeV3: 'served' });
    return scene.ask(`/v3/transaction/${id.slice(2)}`);
  },
  'index-off': (scene) => {
    scene.sandbox.stacks.setApi({ nodeV3: 'unindexed' });
    return scene.ask(`/v3/transaction/${'11'.repeat(32)}`);
  },
  release: (scene) => {
    scene.sandbox.stacks.setApi({ release: '1.0.7' });
    return scene.ask('/extended');
  },
  'v3-transaction': async (scene) => {
    const id = await scene.payToken();
    await scene.mine();
    return scene.ask(`/extended/v3/transactions/${id}`);
  },
  'v3-nonces': async (scene) => {
    await scene.payWithGap();
    return v3(scene, 'nonces');
  },
  'v3-mempool': async (scene) => {
    await scene.payToken();
    return v3(scene, 'mempool/transactions?limit=1');
  },
  'v3-history': async (scene) => {
    await scene.sandbox.stacks.mineAs(scene.alice.address);
    await scene.pay();
    await scene.mine();
    return v3(scene, 'transactions');
  },
  'v3-tokens': async (scene) => {
    await scene.payToken();
    return v3(scene, 'balances/ft');
  },
  'v3-no-tokens': (scene) => v3(scene, 'balances/ft?limit=1'),
  'v3-stx': (scene) => v3(scene, 'balances/stx'),
  'v3-stx-locked': async (scene) => {
    await scene.stake();
    return v3(scene, 'balances/stx');
  },
  'v3-signers': (scene) => scene.ask('/extended/v3/staking/signers?limit=1'),
  'v1-transaction': async (scene) => {
    const id = await scene.payToken();
    await scene.mine();
    return scene.ask(`/extended/v1/tx/${id}`);
  },
  'v1-transaction-waiting': async (scene) => scene.ask(`/extended/v1/tx/${await scene.payToken()}`),
  'v1-raw': async (scene) => scene.ask(`/extended/v1/tx/${await scene.pay()}/raw`),
  'v1-nonces': async (scene) => {
    await scene.payWithGap();
    return v1(scene, 'nonces');
  },
  'v1-mempool': async (scene) => {
    await scene.pay();
    return scene.ask(`/extended/v1/tx/mempool?sender_address=${scene.alice.address}`);
  },
  'v1-history': async (scene) => {
    await scene.payToken();
    await scene.mine();
    await scene.pay({ nonce: 1n });
    await scene.mine();
    return scene.ask(`/extended/v2/addresses/${scene.alice.address}/transactions`);
  },
  'v1-balances': async (scene) => {
    await scene.payToken();
    scene.sandbox.stacks.addCollection(
      `${scene.alice.address}.badge::badge`,
      scene.alice.address,
      [1],
    );
    await scene.mine();
    return v1(scene, 'balances');
  },
  'v1-stx': (scene) => v1(scene, 'stx'),
};
