import { formatAmount } from '../../core/amount.js';
import { AbortedError } from '../../core/errors.js';
import { fewAtOnce } from '../../core/few-at-once.js';
import type { StacksNode } from '../node/node.js';
import type { Tokens } from '../operations/tokens.js';
import { STX_DECIMALS } from '../wire/amounts.js';

/** An account's STX: decimal strings, in whole STX. */
export interface StacksBalance {
  /** Always `true`, and `false` in a {@link StacksFailure}. */
  readonly success: true;
  /** All of it, the locked part included. */
  readonly balance: string;
  /** Locked by stacking. */
  readonly locked: string;
  /** The part that can be spent, fees included. */
  readonly spendable: string;
  /** The Bitcoin block at which the locked part becomes free; 0 if nothing is locked. */
  readonly unlockHeight: number;
}

/** An account's balance of a token. Only the contract identifies a token: any contract can use any name. */
export interface StacksTokenBalance {
  /** The asset's own name within its contract. */
  readonly token: string;
  /** The part of the contract's `address.name` behind the dot. */
  readonly tokenContractName: string;
  /** The part of the contract's `address.name` in front of the dot. */
  readonly tokenContractAddress: string;
  /**
   * In whole tokens, a decimal string; unknown if the contract does not give its decimals. If an account was sent
   * more than 200 tokens, only 200 contracts are asked.
   */
  readonly balance: string | undefined;
  /** In base units. */
  readonly units: string;
  /** The contract's value; `undefined` if it gives none, or was not asked. */
  readonly decimals: number | undefined;
}

/** What {@link StacksGateway.getBalances} returns. */
export interface StacksBalances {
  /** The STX, and how much of them stacking has locked. */
  readonly stx: Omit<StacksBalance, 'success'>;
  /** All fungible tokens that the API shows, those that other accounts sent unasked too. */
  readonly tokens: readonly StacksTokenBalance[];
}

/** How many contracts are asked at once: public nodes count requests. */
const AT_ONCE = 10;

/** How many are asked in total, since others can send an account any number of tokens. */
const MAX_ASKED = 200;

export async function readBalance(node: StacksNode, address: string): Promise<StacksBalance> {
  const { balance: unlocked, locked, unlock_height: unlockHeight } = await node.account(address);
  const [total, held, free] = [unlocked + locked, locked, unlocked].map((units) =>
    formatAmount(units, STX_DECIMALS),
  );
  return {
    success: true,
    balance: total ?? '0',
    locked: held ?? '0',
    spendable: free ?? '0',
    unlockHeight,
  };
}

/** STX and all tokens. */
export async function readBalances(
  node: StacksNode,
  tokens: Tokens,
  address: string,
): Promise<StacksBalances> {
  const [{ success: _, ...stx }, held] = await Promise.all([
    readBalance(node, address),
    readTokenBalances(node, tokens, address),
  ]);
  return { stx, tokens: held };
}

/** All tokens held; one whose decimals can't be read does not affect the others. */
export async function readTokenBalances(
  node: StacksNode,
  tokens: Tokens,
  address: string,
): Promise<readonly StacksTokenBalance[]> {
  const held = [...(await node.api((api) => api.tokensOf(address)))];
  const read = async ([id, balance]: readonly [string, bigint], index: number) => {
    const [contract = '', token = ''] = id.split('::');
    const decimals = index < MAX_ASKED ? await decimalsOf(node, tokens, contract) : undefined;
    return balanceOf(contract, token, balance, decimals);
  };
  return fewAtOnce(held, read, AT_ONCE);
}

function balanceOf(
  contract: string,
  token: string,
  units: bigint,
  decimals: number | undefined,
): StacksTokenBalance {
  const [tokenContractAddress = '', tokenContractName = ''] = contract.split('.');
  return {
    token,
    tokenContractName,
    tokenContractAddress,
    balance: decimals === undefined ? undefined : formatAmount(units, decimals),
    units: `${units}`,
    decimals,
  };
}

async function decimalsOf(
  node: StacksNode,
  tokens: Tokens,
  contract: string,
): Promise<number | undefined> {
  try {
    return await tokens.decimals(node, contract);
  } catch (error) {
    if (error instanceof AbortedError) throw error;
    return undefined;
  }
}
