import type { RawSigner } from '../../src/signer/index.js';
import type { TransactionEvent } from '../../src/transactions/index.js';
import { newAptosWorld } from '../aptos/support/world.js';
import { newStacksWorld } from '../stacks/support/world.js';
import { newWorld } from './world.js';

/** What a gateway has otherwise than the world's own, of nodes only the URLs. */
interface Settings {
  readonly signer?: RawSigner;
  readonly fetch?: typeof fetch;
  readonly urls?: readonly string[];
  readonly agree?: number;
  readonly retry?: { readonly attempts: number; readonly baseMs: number; readonly maxMs: number };
  readonly call?: { readonly confirmTimeoutMs?: number; readonly newAttempt?: number };
}

/** A sandbox of one chain, of which a test knows no more than that one account pays another. */
export interface PayingChain {
  /** Of its node. */
  readonly url: string;
  readonly events: readonly TransactionEvent[];
  newSigner(): RawSigner;
  /** Pays by a signature, in base units. */
  pay(settings: Settings, amount: bigint, idempotencyKey: string): Promise<Paid>;
  /** Pays in one batch. */
  payAll(settings: Settings, amounts: readonly bigint[], idempotencyKey: string): Promise<unknown>;
  /** What the payer has, in base units. */
  balance(): bigint;
  /** What the payee has received, in base units. */
  received(): bigint;
  stop(): Promise<void>;
}

interface Paid {
  readonly hash: string | undefined;
  /** The number of the ledger, version or block that it is in. */
  readonly place: unknown;
}

function callOf({ call }: Settings, idempotencyKey: string) {
  return { confirmTimeoutMs: 3_000, ...call, idempotencyKey };
}

const paymentsTo = (to: string, amounts: readonly bigint[]) =>
  amounts.map((amount) => ({ transactionType: 'transfer' as const, params: { to, amount } }));

async function xrpl(): Promise<PayingChain> {
  const { sandbox, another, events, newSigner, stop } = await newWorld();
  const { url, networkId } = sandbox.xrpl;
  const to = sandbox.custody.addressOf('1', 'XRP_TEST');
  const before = sandbox.xrpl.balanceOf(to);
  const gatewayWith = ({ urls = [url], call: _, ...settings }: Settings) =>
    another({ ...settings, network: { url: urls, networkId } });
  return {
    url,
    events,
    newSigner,
    stop,
    pay: async (settings, amount, idempotencyKey) => {
      const options = { ...callOf(settings, idempotencyKey), native: false };
      const paid = await gatewayWith(settings).transfer('0', { to, amount }, options);
      return { hash: paid.hash, place: 'result' in paid && paid.result.ledger_index };
    },
    payAll: (settings, amounts, idempotencyKey) => {
      const options = callOf(settings, idempotencyKey);
      return gatewayWith(settings).submitBatch('0', paymentsTo(to, amounts), options);
    },
    balance: () => sandbox.xrpl.balanceOf(sandbox.custody.addressOf('0', 'XRP_TEST')),
    received: () => sandbox.xrpl.balanceOf(to) - before,
  };
}

async function aptos(): Promise<PayingChain> {
  const { sandbox, another, addresses, events, newSigner, stop } = await newAptosWorld();
  const { fullnodeUrl: url, indexerUrl, chainId } = sandbox.aptos;
  const to = addresses[1];
  const before = sandbox.aptos.balanceOf(to);
  const gatewayWith = ({ urls = [url], call: _, ...settings }: Settings) =>
    another({ ...settings, network: { fullnodeUrl: urls, indexerUrl, chainId } });
  return {
    url,
    events,
    newSigner,
    stop,
    pay: async (settings, amount, idempotencyKey) => {
      const options = callOf(settings, idempotencyKey);
      const { hash, version } = await gatewayWith(settings).transfer('0', { to, amount }, options);
      return { hash, place: version };
    },
    payAll: (settings, amounts, idempotencyKey) => {
      const options = callOf(settings, idempotencyKey);
      return gatewayWith(settings).submitBatch('0', paymentsTo(to, amounts), options);
    },
    balance: () => sandbox.aptos.balanceOf(addresses[0]),
    received: () => sandbox.aptos.balanceOf(to) - before,
  };
}

async function stacks(): Promise<PayingChain> {
  const { sandbox, another, addresses, events, newSigner, stop } = await newStacksWorld();
  const { url, network, chainId } = sandbox.stacks;
  const to = addresses[1];
  const before = sandbox.stacks.balanceOf(to).unlocked;
  const gatewayWith = ({ urls = [url], call: _, ...settings }: Settings) =>
    another({ ...settings, network: { url: urls, network, chainId } });
  return {
    url,
    events,
    newSigner,
    stop,
    pay: async (settings, amount, idempotencyKey) => {
      const options = callOf(settings, idempotencyKey);
      const { hash, data } = await gatewayWith(settings).transfer('0', { to, amount }, options);
      return { hash, place: data.block_height };
    },
    payAll: (settings, amounts, idempotencyKey) => {
      const options = callOf(settings, idempotencyKey);
      return gatewayWith(settings).submitBatch('0', paymentsTo(to, amounts), options);
    },
    balance: () => sandbox.stacks.balanceOf(addresses[0]).unlocked,
    received: () => sandbox.stacks.balanceOf(to).unlocked - before,
  };
}

export const PAYING_CHAINS = { xrpl, aptos, stacks };

/** The same by their names. */
export const EVERY_CHAIN = [
  ['the XRP Ledger', xrpl],
  ['Aptos', aptos],
  ['Stacks', stacks],
] as const;
