import { maximum } from '../../core/amount.js';
import { InvalidInputError } from '../../core/errors.js';
import { excerpt } from '../../core/shown.js';
import { ReadOnlyCallError } from '../errors.js';
import type { StacksNode } from '../node/node.js';
import { decodeValue } from '../wire/clarity-codec.js';
import type { ClarityValue } from '../wire/clarity-value.js';
import type { ContractCall } from '../wire/transaction.js';
import { fits, nameOfType } from './clarity-type.js';
import type { ContractInterface, Contracts } from './contracts.js';
import { type Demand, demandsIn, isAboutOwn } from './demands.js';
import type { Spending } from './input.js';
import { readBalance } from './tokens.js';

/** A call, and its signer. */
export interface TriedCall extends ContractCall {
  readonly sender: string;
  /** Whether earlier calls may bring in what it sends. */
  readonly mayGetMore: boolean;
}

/**
 * Tries a call before its approval is requested, by checks that don't depend on the contract's code: that the
 * function exists and takes these arguments; that the account has what the post-conditions demand; and that they
 * allow a token's own transfer.
 *
 * @returns the amounts that the account must have for it.
 * @throws InvalidInputError naming the part of the call that is wrong.
 */
export async function tryCall(
  node: StacksNode,
  contracts: Contracts,
  call: TriedCall,
): Promise<readonly Spending[]> {
  const own = await contracts.interfaceOf(node, call.contract);
  try {
    const args = call.functionArgs.map(decodeValue);
    checkFunction(own, call, args);
    const demands = demandsIn(call);
    await checkAssets(node, contracts, demands);
    const sent = own && ownTransfer(own, call, args);
    if (sent) checkCover(sent, call);
    return await spendingsOf(node, call, [
      ...(call.mayGetMore ? [] : demands.filter(({ isOwn }) => isOwn)),
      ...(sent ? [sent] : []),
    ]);
  } catch (error) {
    if (error instanceof InvalidInputError) contracts.forget(call.contract);
    throw error;
  }
}

function checkFunction(
  own: ContractInterface | undefined,
  { functionName }: TriedCall,
  args: readonly ClarityValue[],
): asserts own is ContractInterface {
  if (!own) throw new InvalidInputError('contract', 'does not exist on the chain');
  const found = own.functions.find(({ name }) => name === functionName);
  if (found?.access !== 'public') {
    throw new InvalidInputError('functionName', 'is no public function of this contract');
  }
  const { args: wanted } = found;
  if (!wanted) return;
  if (wanted.length !== args.length) {
    const names = wanted.map(({ name }) => name).join(', ');
    throw new InvalidInputError('functionArgs', `must be ${wanted.length}: ${excerpt(names)}`);
  }
  for (const [index, { name, type }] of wanted.entries()) {
    const value = args[index];
    if (value === undefined || fits(value, type)) continue;
    const words = excerpt(`${nameOfType(type)}: ${name}`);
    throw new InvalidInputError(`functionArgs[${index}]`, `must be ${words}`);
  }
}

/** A condition that demands an asset that does not exist is never met. */
async function checkAssets(
  node: StacksNode,
  contracts: Contracts,
  demands: readonly Demand[],
): Promise<void> {
  await Promise.all(
    demands.map(async ({ asset, kind, index }) => {
      const [contract = '', name] = asset.split('::');
      if (kind === 'stx') return;
      const found = await contracts.interfaceOf(node, contract);
      const assets = kind === 'token' ? found?.fungible_tokens : found?.non_fungible_tokens;
      if (found && (!assets || assets.some((one) => one.name === name))) return;
      contracts.forget(contract);
      throw new InvalidInputError(
        `postConditions[${index}]`,
        `demands ${asset}, which does not exist`,
      );
    }),
  );
}

/** The demand of a SIP-010 transfer, for a contract with only one token: it sends the amount in its arguments. */
function ownTransfer(
  { functions, fungible_tokens: tokens }: ContractInterface,
  { contract, functionName, sender }: TriedCall,
  [amount, from]: readonly ClarityValue[],
): Demand | undefined {
  const [token, ...others] = tokens;
  if (functionName !== 'transfer' || !token || others.length > 0) return undefined;
  const types = functions.find(({ name }) => name === functionName)?.args?.map(({ type }) => type);
  const [units, owner, recipient, memo, ...more] = types ?? [];
  const isStandard =
    [units, owner, recipient].join() === 'uint128,principal,principal' && more.length === 0;
  if (!isStandard || typeof memo !== 'object' || amount?.type !== 'uint') return undefined;
  if (from?.type !== 'address' || from.value !== sender) return undefined;
  const asset = `${contract}::${token.name}`;
  return { kind: 'token', asset, amount: amount.value, isOwn: true, index: 0 };
}

/** If the mode lets nothing else move, a post-condition must cover what moves. */
function checkCover({ asset, amount }: Demand, call: TriedCall): void {
  const { postConditionMode: mode, postConditions } = call;
  if (mode === 'allow' || amount === 0n) return;
  if (postConditions.some((condition) => isAboutOwn(condition, asset, call.sender))) return;
  const reason = `must cover ${asset}: in mode ${mode}, none of it could be sent`;
  throw new InvalidInputError('postConditions', reason);
}

/** Each asset once: two conditions about one are met by the same sum. */
async function spendingsOf(
  node: StacksNode,
  { sender }: TriedCall,
  demands: readonly Demand[],
): Promise<readonly Spending[]> {
  const sums = new Map<string, bigint>();
  for (const { asset, amount, kind } of demands) {
    const known = sums.get(asset) ?? 0n;
    if (kind !== 'collectible') sums.set(asset, maximum(amount, known));
  }
  const spendings = await Promise.all(
    [...sums].map(async ([asset, amount]): Promise<readonly Spending[]> => {
      if (asset === 'STX') return [{ asset, amount, decimals: 6 }];
      const available = await balanceOf(node, asset, sender);
      return available === undefined ? [] : [{ asset, amount, available, decimals: undefined }];
    }),
  );
  return spendings.flat();
}

/** `undefined` for a token whose contract does not say: it need not be a SIP-010 token. */
async function balanceOf(
  node: StacksNode,
  asset: string,
  account: string,
): Promise<bigint | undefined> {
  const [contract = ''] = asset.split('::');
  try {
    return await readBalance(node, contract, account);
  } catch (error) {
    if (error instanceof ReadOnlyCallError) return undefined;
    throw error;
  }
}
