import type * as z from 'zod/mini';
import { UnexpectedAnswerError } from '../../core/errors.js';
import type { NodeTransaction } from './transaction.js';
import type { transactionAnswer } from './v3-answers.js';

type Shown = z.output<typeof transactionAnswer>;

/**
 * A transaction of v3 with the field names of v1. A field without a name there keeps its own.
 *
 * @throws UnexpectedAnswerError for one with a final status that is in no block.
 */
export function fromV3(shown: Shown): NodeTransaction {
  const { type, status, sender, sponsor, block, bitcoin_block, parent_block, result, ...rest } =
    shown;
  const { receipt_time, token_transfer, execution_cost = {}, ...same } = rest;
  const isWaiting = status === 'pending' || status.startsWith('dropped_');
  if (!isWaiting && block === undefined) {
    throw new UnexpectedAnswerError('stacks', `${shown.tx_id} is ${status}, and in no block`);
  }
  const costs = Object.entries(execution_cost).map(([name, cost]) => {
    return [`execution_cost_${name}`, cost] as const;
  });
  return {
    // v3 shows nothing of a block that was left out of the chain; an answer that said so would be believed.
    ...(block && { canonical: true }),
    ...same,
    tx_status: status,
    tx_type: type,
    sender_address: sender.address,
    nonce: sender.nonce,
    sponsored: sponsor !== undefined && sponsor !== null,
    ...(sponsor && { sponsor_address: sponsor.address, sponsor_nonce: sponsor.nonce }),
    ...(block && blockOf(block)),
    ...(bitcoin_block && { burn_block_height: bitcoin_block.height }),
    ...(bitcoin_block && moment('burn_block_time', bitcoin_block.time)),
    ...(parent_block && { parent_block_hash: parent_block.hash }),
    ...(receipt_time !== undefined && moment('receipt_time', receipt_time)),
    ...(result && { tx_result: result }),
    ...(token_transfer && { token_transfer: transferOf(token_transfer) }),
    ...Object.fromEntries(costs),
  };
}

function blockOf({ height, hash, index_hash, time, tx_index }: NonNullable<Shown['block']>) {
  return {
    block_height: height,
    block_hash: hash,
    index_block_hash: index_hash,
    ...moment('block_time', time),
    tx_index,
  };
}

function transferOf({ recipient, memo, ...same }: NonNullable<Shown['token_transfer']>) {
  return { ...same, recipient_address: recipient, memo: memo?.hex ?? '0x' };
}

function moment(name: string, seconds: number): Readonly<Record<string, unknown>> {
  const at = new Date(seconds * 1_000);
  return {
    [name]: seconds,
    ...(Number.isNaN(at.getTime()) ? {} : { [`${name}_iso`]: at.toISOString() }),
  };
}
