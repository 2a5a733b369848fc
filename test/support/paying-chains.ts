import type { RawSigner } from '../../src/signer/index.js';
import type { TransactionEvent } from '../../src/transactions/index.js';
import { newAptosWorld } from '../aptos/support/world.js';
import { newStacksWorld } from '../stacks/support/world.js';
import { newWorld } from './world.js';

/** What a gateway has otherwise than the world's own: of nodes only the URLs. */
interface Settings {
  readonly signer?: RawSigner;
  readonly fetch?: typeof fetch;
  readonly urls?: readonly string[];
  readonly agree?: number;
  readonly retry?: { readonly attempts: number; readonly baseMs: number; readonly maxMs: number };
}

/** A sandbox of one chain, of which a test knows no more than that one account pays another. */
export interface PayingChain {
  /** Of its node. */
  readonly url: string;
  readonly events: readonly TransactionEvent[];
  newSigner(): RawSigner;
  /** Pays by a signature, in base units, and waits for a few seconds. */
  pay(settings: Settings, amount: bigint, idempotencyKey: string): Promise<Paid>;
  /** Pays in one batch. */
  payAll(settings: Settings, amounts: readonly bigint[], idempotencyKey: string): Promise<unknown>;
  /** What the payee has received, in base units. */
  received(): bigint;
  stop(): Promise<void>;
}

interface Paid {
  readonly hash: string | undefined;
  /** The number of the ledger, version or block that it is in. */
  readonly place: unknown;
}

const CALL = { confirmTimeoutMs: 3_000 };

const paymentsTo = (to: string, amounts: readonly bigint[]) =>
  amounts.map((amount) => ({ transactionType: 'transfer' as const, params: { to, amount } }));

async function xrpl(): Promise<PayingChain> {
  const { sandbox, another, events, newSigner, stop } = await newWorld();
  const { url, networkId } = sandbox.xrpl;
  const to = sandbox.custody.addressOf('1', 'XRP_TEST');
  const before = sandbox.xrpl.balanceOf(to);
  return {
    url,
    events,
    newSigner,
    stop,
    pay: async ({ urls = [url], ...settings }, amount, idempotencyKey) => {
      const gateway = another({ ...settings, network: { url: urls, networkId } });
      const options = { ...CALL, native: false, idempotencyKey };
      const paid = await gateway.transfer('0', { to, amount }, options);
      return { hash: paid.hash, place: 'result' in paid && paid.result.ledger_index };
    },
    payAll: ({ urls = [url], ...settings }, amounts, idempotencyKey) => {
      const payments = amounts.map((amount) => ({
        transactionType: 'xrpTransfer' as const,
        params: { destination: to, amount: (Number(amount) / 1e6).toFixed(6) },
      }));
      const gateway = another({ ...settings, network: { url: urls, networkId } });
      return gateway.submitBatch('0', payments, { ...CALL, idempotencyKey });
    },
    received: () => sandbox.xrpl.balanceOf(to) - before,
  };
}

async function aptos(): Promise<PayingChain> {
  const { sandbox, another, addresses, events, newSigner, stop } = await newAptosWorld();
  const { fullnodeUrl: url, indexerUrl, chainId } = sandbox.aptos;
  const to = addresses[1];
  const before = sandbox.aptos.balanceOf(to);
  return {
    url,
    events,
    newSigner,
    stop,
    pay: async ({ urls = [url], ...settings }, amount, idempotencyKey) => {
      const network = { fullnodeUrl: urls, indexerUrl, chainId };
      const gateway = another({ ...settings, network });
      const options = { ...CALL, idempotencyKey };
      const { hash, version } = await gateway.transfer('0', { to, amount }, options);
      return { hash, place: version };
    },
    payAll: ({ urls = [url], ...settings }, amounts, idempotencyKey) => {
      const gateway = another({ ...settings, network: { fullnodeUrl: urls, indexerUrl, chainId } });
      return gateway.submitBatch('0', paymentsTo(to, amounts), { ...CALL, idempotencyKey });
    },
    received: () => sandbox.aptos.balanceOf(to) - before,
  };
}

async function stacks(): Promise<PayingChain> {
  const { sandbox, another, addresses, events, newSigner, stop } = await newStacksWorld();
  const { url, network, chainId } = sandbox.stacks;
  const to = addresses[1];
  const before = sandbox.stacks.balanceOf(to).unlocked;
  return {
    url,
    events,
    newSigner,
    stop,
    pay: async ({ urls = [url], ...settings }, amount, idempotencyKey) => {
      const gateway = another({ ...settings, network: { url: urls, network, chainId } });
      const options = { ...CALL, idempotencyKey };
      const { hash, data } = await gateway.transfer('0', { to, amount }, options);
      return { hash, place: data.block_height };
    },
    payAll: ({ urls = [url], ...settings }, amounts, idempotencyKey) => {
      const gateway = another({ ...settings, network: { url: urls, network, chainId } });
      return gateway.submitBatch('0', paymentsTo(to, amounts), { ...CALL, idempotencyKey });
    },
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
