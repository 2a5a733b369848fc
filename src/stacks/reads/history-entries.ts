import * as z from 'zod/mini';
import { formatAmount } from '../../core/amount.js';
import { fewAtOnce } from '../../core/few-at-once.js';
import type { StacksNode } from '../node/node.js';
import { statusOf } from '../node/status.js';
import type { NodeTransaction } from '../node/transaction.js';
import type { Tokens } from '../operations/tokens.js';
import { outcomeOf } from '../result.js';
import { STX_DECIMALS } from '../wire/amounts.js';
import type { StacksHistoryEntry } from './history.js';
import { memoIn, readTransfer, type TokenTransfer } from './history-tokens.js';

/** How many single transactions are requested at once: public nodes count requests. */
const AT_ONCE = 10;

/** The entries of a history; fields that a list lacks are read from the single transaction. */
export async function entriesOf(
  node: StacksNode,
  tokens: Tokens,
  transactions: readonly NodeTransaction[],
): Promise<readonly StacksHistoryEntry[]> {
  return fewAtOnce(transactions, (listed) => entryOf(node, tokens, listed), AT_ONCE);
}

async function entryOf(
  node: StacksNode,
  tokens: Tokens,
  listed: NodeTransaction,
): Promise<StacksHistoryEntry> {
  const found = isTold(listed) ? listed : ((await node.transaction(listed.tx_id)) ?? listed);
  return { ...(await plainEntryOf(found)), ...transferIn(await readTransfer(node, tokens, found)) };
}

const call = z.looseObject({
  contract_call: z.looseObject({
    function_name: z.string(),
    function_args: z.optional(z.nullable(z.array(z.unknown()))),
  }),
});

/** Today's lists contain neither arguments nor results. */
function isTold(listed: NodeTransaction): boolean {
  if (listed.tx_result !== undefined) return true;
  const { data } = z.safeParse(call, listed);
  if (!data) return true;
  return outcomeOf(listed) !== 'failed' && data.contract_call.function_name !== 'transfer';
}

const details = z.looseObject({
  block_time_iso: z.optional(z.string()),
  token_transfer: z.optional(
    z.looseObject({
      recipient_address: z.string(),
      amount: z.string().check(z.regex(/^\d+$/)),
      memo: z.optional(z.nullable(z.string())),
    }),
  ),
  contract_call: z.optional(z.looseObject({ contract_id: z.string(), function_name: z.string() })),
});

async function plainEntryOf(found: NodeTransaction): Promise<StacksHistoryEntry> {
  const { outcome, tx_error } = await statusOf(found);
  const { block_height } = found;
  const { data } = z.safeParse(details, found);
  const transfer = data?.token_transfer;
  const called = data?.contract_call;
  return {
    transaction_hash: found.tx_id,
    tx_type: found.tx_type,
    tx_status: found.tx_status,
    outcome,
    ...(tx_error === undefined ? {} : { tx_error }),
    sender: found.sender_address,
    nonce: found.nonce,
    fee: formatAmount(BigInt(found.fee_rate), STX_DECIMALS),
    ...(block_height === undefined ? {} : { block_height }),
    ...(data?.block_time_iso === undefined ? {} : { timestamp: data.block_time_iso }),
    ...(transfer && {
      recipient: transfer.recipient_address,
      amount: formatAmount(BigInt(transfer.amount), STX_DECIMALS),
      ...memoIn(transfer.memo ?? ''),
    }),
    ...(called && { contract: called.contract_id, functionName: called.function_name }),
  };
}

function transferIn(transfer: TokenTransfer | undefined): Partial<StacksHistoryEntry> {
  if (!transfer) return {};
  const { token, recipient, units, decimals, memo } = transfer;
  return {
    token,
    recipient,
    units: `${units}`,
    ...(decimals === undefined ? {} : { amount: formatAmount(units, decimals) }),
    ...memoIn(memo),
  };
}
