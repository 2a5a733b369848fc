import { InvalidInputError, UnexpectedAnswerError } from '../../core/errors.js';
import { ReadOnlyCallError } from '../errors.js';
import type { NetworkFacts } from '../network.js';
import type { Agreed } from '../node/ledger.js';
import type { StacksNode } from '../node/node.js';
import { principal } from '../wire/clarity-value.js';
import {
  KNOWN_DECIMALS,
  KNOWN_TOKENS,
  type KnownToken,
  MAX_DECIMALS,
  type Token,
} from '../wire/known-tokens.js';
import { isPrincipalOf } from '../wire/principals.js';
import type { Contracts } from './contracts.js';

const SBTC_ASSET = 'sbtc-token';

/** Data about tokens; values that never change are read once. */
export class Tokens {
  readonly #network: NetworkFacts;
  readonly #contracts: Contracts;
  readonly #shown = new Map<string, number>();
  readonly #agreed = new Map<string, number>();
  #sbtc: Token | undefined;

  constructor(network: NetworkFacts, contracts: Contracts) {
    this.#network = network;
    this.#contracts = contracts;
  }

  /** A token by its name. On a chain that is not listed here, sBTC is the contract that its operators agree on. */
  async known(agreed: Agreed, name: KnownToken): Promise<Token> {
    const constant = KNOWN_TOKENS[this.#network.chainId]?.[name];
    if (constant) return constant;
    if (name === 'sBTC') {
      this.#sbtc ??= await agreed(
        (node) => sbtcOf(node, this.#network),
        (token) => token?.contract ?? 'no sBTC',
      );
    }
    if (name === 'sBTC' && this.#sbtc) return this.#sbtc;
    throw new InvalidInputError(
      'assetType',
      `${name} is not known on this chain; name its contract`,
    );
  }

  /**
   * Decimals for display: one node's answer is enough.
   *
   * @throws ReadOnlyCallError if the contract does not say.
   * @throws UnexpectedAnswerError for an answer that is no number of decimals.
   */
  async decimals(node: StacksNode, contract: string): Promise<number> {
    const known = this.#knownDecimals(contract) ?? this.#shown.get(contract);
    if (known !== undefined) return known;
    const decimals = await readDecimals(node, contract);
    this.#shown.set(contract, decimals);
    return decimals;
  }

  /**
   * Decimals for signing: no single node of several may decide how much is paid.
   *
   * @throws UnexpectedAnswerError if too few operators agree.
   */
  async agreedDecimals(agreed: Agreed, contract: string): Promise<number> {
    const known = this.#knownDecimals(contract) ?? this.#agreed.get(contract);
    if (known !== undefined) return known;
    const decimals = await agreed((node) => readDecimals(node, contract));
    this.#agreed.set(contract, decimals);
    return decimals;
  }

  #knownDecimals(contract: string): number | undefined {
    const { sBTC, USDCx } = KNOWN_TOKENS[this.#network.chainId] ?? {};
    if (contract === sBTC?.contract || contract === this.#sbtc?.contract)
      return KNOWN_DECIMALS.sBTC;
    return contract === USDCx?.contract ? KNOWN_DECIMALS.USDCx : undefined;
  }

  /** An account's balance of a token, in base units, by the token's own count. */
  balance(node: StacksNode, { contract }: Token, account: string): Promise<bigint> {
    return readBalance(node, contract, account);
  }

  /** The names of a contract's own tokens. */
  async assetsOf(node: StacksNode, contract: string): Promise<readonly string[]> {
    const found = await this.#contracts.interfaceOf(node, contract);
    return found?.fungible_tokens.map(({ name }) => name) ?? [];
  }

  /** @throws InvalidInputError if it is not a token's contract, or not its asset. */
  async check(node: StacksNode, { contract, asset }: Token): Promise<void> {
    const found = await this.#contracts.interfaceOf(node, contract);
    const transfers = found?.functions.some(
      ({ name, access }) => name === 'transfer' && access === 'public',
    );
    if (transfers && found?.fungible_tokens.some(({ name }) => name === asset)) return;
    this.#contracts.forget(contract);
    if (!transfers) throw new InvalidInputError('tokenContractName', 'is no contract of a token');
    throw new InvalidInputError('tokenAssetName', 'is no asset of this contract');
  }
}

/** An account's balance of a contract's token, in base units. @throws ReadOnlyCallError */
export function readBalance(node: StacksNode, contract: string, account: string): Promise<bigint> {
  return readUint(node, contract, 'get-balance', [principal(account)]);
}

async function sbtcOf(node: StacksNode, { kind }: NetworkFacts): Promise<Token | undefined> {
  const { pox_5_sbtc_contract: contract } = await node.pox();
  if (!contract) return undefined;
  if (contract.includes('.') && isPrincipalOf(kind, contract))
    return { contract, asset: SBTC_ASSET };
  throw new UnexpectedAnswerError('stacks', `/v2/pox: its sBTC is no contract of ${kind}`);
}

async function readDecimals(node: StacksNode, contract: string): Promise<number> {
  const decimals = Number(await readUint(node, contract, 'get-decimals', []));
  if (decimals <= MAX_DECIMALS) return decimals;
  throw new UnexpectedAnswerError('stacks', `${contract} gives no valid number of decimals`);
}

async function readUint(
  node: StacksNode,
  contract: string,
  functionName: string,
  args: Parameters<StacksNode['callRead']>[0]['args'],
): Promise<bigint> {
  const value = await node.callRead({ contract, functionName, args });
  if (value.type === 'ok' && value.value.type === 'uint') {
    return value.value.value;
  }
  throw new ReadOnlyCallError(contract, functionName, 'an answer of another type');
}
