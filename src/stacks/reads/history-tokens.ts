import * as z from 'zod/mini';
import { fromHex, withoutPadding } from '../../core/bytes.js';
import { AbortedError } from '../../core/errors.js';
import { bytesToUtf8 } from '../../core/utf8.js';
import type { StacksNode } from '../node/node.js';
import type { NodeTransaction } from '../node/transaction.js';
import type { Tokens } from '../operations/tokens.js';
import { decodeValue } from '../wire/clarity-codec.js';
import type { ClarityValue } from '../wire/clarity-value.js';

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
  const to = principalIn(recipient);
  if (amount?.type !== 'uint' || !principalIn(sender) || !to) return undefined;
  const terms = { units: amount.value, recipient: to };
  if (memo?.type === 'none') return { ...terms, memo: '0x' };
  if (memo?.type !== 'some') return undefined;
  return memo.value.type === 'buffer' ? { ...terms, memo: `0x${memo.value.value}` } : undefined;
}

function principalIn(value: ClarityValue | undefined): string | undefined {
  return value?.type === 'address' || value?.type === 'contract' ? value.value : undefined;
}

function valueIn(hex: string): ClarityValue | undefined {
  try {
    return decodeValue(hex.replace(/^0x/, ''));
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
    const memo = bytesToUtf8(bytes);
    if (!/\p{Cc}/u.test(memo)) return { memo };
  } catch {
    // Not text.
  }
  return { memo: hex };
}
