import { AptosChain } from '../../src/aptos/chain.js';
import { Ledger as AptosLedger } from '../../src/aptos/node/fullnode.js';
import { systemClock } from '../../src/core/clock.js';
import { Nodes } from '../../src/core/nodes.js';
import type { SigningKey } from '../../src/signer/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { StacksChain } from '../../src/stacks/chain.js';
import { Ledger as StacksLedger } from '../../src/stacks/node/ledger.js';
import { Contracts } from '../../src/stacks/operations/contracts.js';
import type { Account, Chain, Snapshot } from '../../src/transactions/index.js';
import { XrplChain } from '../../src/xrpl/chain.js';
import { Ledger as XrplLedger } from '../../src/xrpl/node/ledger.js';
import { FakeXrplNode } from './fake-xrpl-node.js';

const RANDOM = (length: number) => new Uint8Array(length);

const signer = new LocalRawSigner({ seed: 'chains', quiet: true, allowMainnet: true });

/** Nodes that nobody asks: what is built, and built again, needs none. */
function noNodes(peer: string): Nodes {
  return new Nodes({
    peer,
    endpoints: [],
    retry: {},
    timeoutMs: 1,
    fetch: undefined,
    clock: systemClock,
    random: RANDOM,
  });
}

export const xrplChain = new XrplChain({
  ledger: new XrplLedger(new FakeXrplNode(), {
    networkId: 1,
    retry: {},
    clock: systemClock,
    random: RANDOM,
  }),
  agree: 1,
  networkId: 1,
  secondsPerLedger: 3,
  polling: undefined,
  maxFee: 100_000n,
  otherKeys: undefined,
  clock: systemClock,
  trial: 'off',
});

export const aptosChain = new AptosChain({
  ledger: new AptosLedger(noNodes('aptos'), 2),
  chainId: 2,
  derivation: { coinType: 637, change: 0, addressIndex: 0 },
  polling: undefined,
  maxFee: 20_000_000n,
  agree: 1,
  random: RANDOM,
  clock: systemClock,
  signer,
  otherKeys: undefined,
  numbers: new Map(),
  accountOf: (id) => Promise.reject(new Error(`nobody knows ${id}`)),
});

export const stacksChain = new StacksChain({
  ledger: new StacksLedger(noNodes('stacks'), 1),
  network: { kind: 'mainnet', chainId: 1 },
  polling: undefined,
  maxFee: 10_000_000n,
  guards: [],
  contracts: new Contracts(),
  agree: 1,
  otherKeys: undefined,
});

/** Vault 0 on a chain. */
export async function accountOn<I, S extends Snapshot, T, R>(
  chain: Chain<I, S, T, R>,
  algorithm: SigningKey['algorithm'],
): Promise<Account> {
  const key = { algorithm, id: '0' };
  const publicKey = await signer.getPublicKey(key);
  return { vaultAccountId: '0', key, publicKey, address: chain.addressOf(publicKey) };
}
