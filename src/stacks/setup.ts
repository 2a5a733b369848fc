import * as z from 'zod/mini';
import { type Clock, clockOf } from '../core/clock.js';
import type { GatewayError } from '../core/errors.js';
import { Nodes } from '../core/nodes.js';
import { parseInput } from '../core/schema.js';
import { gatewayParts } from '../gateway/parts.js';
import {
  checkSettings,
  checkSigner,
  laneFields,
  settingsFields,
  unchecked,
} from '../gateway/settings.js';
import type { KeyPath, SigningKey } from '../signer/raw-signer.js';
import type { TransactionDefaults, Transactions } from '../transactions/index.js';
import { agreeOf } from '../transactions/operators.js';
import { otherKeysBy } from '../transactions/records/other-keys.js';
import { StacksChain } from './chain.js';
import { StacksNodeError } from './errors.js';
import { type NetworkFacts, resolveNetwork } from './network.js';
import { Ledger } from './node/ledger.js';
import { Contracts } from './operations/contracts.js';
import type { CallGuard } from './operations/guard.js';
import type { StacksCall } from './operations/input.js';
import type { StacksSnapshot } from './operations/reading.js';
import { Tokens } from './operations/tokens.js';
import { DEFAULT_MAX_FEE, maxFee, type StacksGatewayOptions } from './options.js';
import type { StacksTransactionResult } from './result.js';
import { isAddress } from './wire/principals.js';
import type { UnsignedTransaction } from './wire/transaction.js';

/** SLIP-44: Bitcoin's, as in Fireblocks' own Stacks software. */
const COIN_TYPE = { mainnet: 0, testnet: 1 } as const;

const optionFields = {
  ...settingsFields,
  testnet: unchecked,
  strict: z.optional(z.boolean()),
  otherKeys: otherKeysBy(isAddress),
  maxFee: z.optional(maxFee),
  lanes: z.optional(
    z.strictObject({ mode: z.optional(z.enum(['serial', 'pipeline'])), ...laneFields }),
  ),
};

/** The parts of a gateway. */
export interface StacksParts {
  readonly network: NetworkFacts;
  readonly ledger: Ledger;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly transactions: Transactions<
    StacksCall,
    StacksSnapshot,
    UnsignedTransaction,
    StacksTransactionResult
  >;
  /** The defaults of calls. */
  readonly defaults: { readonly defaults?: TransactionDefaults; readonly maxFee: bigint };
}

/** @throws ConfigurationError naming the option at fault. */
export function setUp(options: StacksGatewayOptions): StacksParts {
  checkSettings<StacksGatewayOptions>(optionFields, options);
  checkSigner(options.signer, 'ecdsa-secp256k1');
  const { endpoints, ...network } = resolveNetwork(options);
  const { retry, timeoutMs, fetch, random } = options;
  const clock = clockOf(options.clock);
  const peer = 'stacks';
  const nodes = new Nodes({ peer, endpoints, retry, timeoutMs, fetch, clock, random, isNoNodes });
  const ledger = new Ledger(nodes, network.chainId);
  const cap = parseInput(maxFee, options.maxFee ?? DEFAULT_MAX_FEE);
  const { polling, derivation, defaults, otherKeys } = options;
  const operators = ledger.byOperator();
  const agree = agreeOf(operators.length, options.agree);
  const contracts = new Contracts();
  const settings = {
    network,
    otherKeys,
    polling,
    maxFee: cap,
    guards: [guardStacking],
    agree,
    contracts,
  };
  const path = pathOf(network, derivation);
  const keyOfVault = (id: string) => keyOf(id, path);
  const { transactions } = gatewayParts(options, {
    chain: new StacksChain({ ...settings, ledger }),
    operators: operators.map(([name, own]) => {
      return { name, chain: new StacksChain({ ...settings, ledger: own }) };
    }),
    keyOf: keyOfVault,
    isMainnet: network.kind === 'mainnet',
    clock,
  });
  const tokens = new Tokens(network, contracts);
  return {
    network,
    ledger,
    tokens,
    transactions,
    clock,
    defaults: { ...(defaults && { defaults }), maxFee: cap },
  };
}

/**
 * The rules of stacking are loaded with the first call of a contract, before anything is signed; and so is what the
 * numbers mean with which contracts fail, since a signed call has to be told about whatever can be loaded then.
 */
const guardStacking: CallGuard = async (call, node) => {
  const [{ guardStacking: guard }] = await Promise.all([
    import('./stacking/guards.js'),
    import('./stacking/error-codes.js'),
  ]);
  return guard(call, node);
};

function isNoNodes(error: GatewayError): boolean {
  return error instanceof StacksNodeError && error.reason.startsWith('http_');
}

/** The path of vault accounts' keys. */
export function pathOf(
  { kind }: Pick<NetworkFacts, 'kind'>,
  derivation: Partial<KeyPath> = {},
): KeyPath {
  return { coinType: COIN_TYPE[kind], ...derivation };
}

/** The key that signs for a vault account. */
export function keyOf(id: string, path: KeyPath): SigningKey {
  return { algorithm: 'ecdsa-secp256k1', id, path };
}
