import { ClarityType, type ClarityValue, deserializeCV } from '@stacks/transactions';
import * as z from 'zod/mini';
import { fromHex, withoutPadding } from '../../core/bytes.js';
import { AbortedError } from '../../core/errors.js';
import type { StacksNode } from '../node/node.js';
import type { NodeTransaction } from '../node/transaction.js';
import type { Tokens } from '../operations/tokens.js';

/** A SIP-010 transfer, from its arguments. */
export interface TokenTransfer {
  /** `contract::asset`, or the contract if it does not have exactly one. */
  readonly token: string;
  readonly recipient: string;
  /** In base units. */
  readonly units: bigint;
  /** Unknown if the contract does not say. */
  readonly decimals: number | undefined;
  /** In hexadecimal behind `0x`. */
  readonly memo: string;
}

const transferCall = z.looseObject({
  contract_call: z.looseObject({
    contract_id: z.string(),
    function_name: z.literal('transfer'),
    function_args: z.array(z.looseObject({ hex: z.string() })),
  }),
});

/**
 * The token transfer that a transaction makes; `undefined` for any other, and for one that only looks like a
 * transfer.
 */
export async function readTransfer(
  node: StacksNode,
  tokens: Tokens,
  found: NodeTransaction,
): Promise<TokenTransfer | undefined> {
  const call = z.safeParse(transferCall, found).data?.contract_call;
  const terms = call && termsIn(call.function_args.map(({ hex }) => valueIn(hex)));
  if (!terms) return undefined;
  const contract = call.contract_id;
  const [assets, decimals] = await Promise.all([
    unlessUnknown(tokens.assetsOf(node, contract)),
    unlessUnknown(tokens.decimals(node, contract)),
  ]);
  // A contract without a token of its own may be for collectibles, or for anything else.
  if (assets?.length === 0) return undefined;
  const token = assets?.length === 1 ? `${contract}::${assets[0]}` : contract;
  return { ...terms, token, decimals };
}

/** Amount, sender, recipient, and a memo or none. */
function termsIn([amount, sender, recipient, memo]: readonly (ClarityValue | undefined)[]) {
  if (amount?.type !== ClarityType.UInt || !isPrincipal(sender)) return undefined;
  if (!isPrincipal(recipient)) return undefined;
  const terms = { units: BigInt(amount.value), recipient: recipient.value };
  if (memo?.type === ClarityType.OptionalNone) return { ...terms, memo: '0x' };
  if (memo?.type !== ClarityType.OptionalSome) return undefined;
  return memo.value.type === ClarityType.Buffer
    ? { ...terms, memo: `0x${memo.value.value}` }
    : undefined;
}

function isPrincipal(value: ClarityValue | undefined) {
  return (
    value?.type === ClarityType.PrincipalStandard || value?.type === ClarityType.PrincipalContract
  );
}

function valueIn(hex: string): ClarityValue | undefined {
  try {
    return deserializeCV(hex);
  } catch {
    return undefined;
  }
}

/** A token that can't be read does not make the history fail. */
async function unlessUnknown<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AbortedError) throw error;
    return undefined;
  }
}

/** A memo as text; unchanged if it is not text. The chain pads memos of STX with zeros. */
export function memoIn(hex: string): { readonly memo?: string } {
  const bytes = withoutPadding(fromHex(hex.replace(/^0x/, '')) ?? new Uint8Array());
  if (bytes.length === 0) return {};
  try {
    const memo = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!/\p{Cc}/u.test(memo)) return { memo };
  } catch {
    // Not text.
  }
  return { memo: hex };
}
