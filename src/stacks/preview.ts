import type { CallOptions } from '../core/clock.js';
import type { Previewed, PreviewedBalance } from '../gateway/preview.js';
import { readBalance } from './operations/tokens.js';
import type { StacksSetup } from './setup.js';
import type { LegibleStacksTransaction } from './wire/payload.js';
import type { StructuredData } from './wire/structured-data.js';
import { exactTransfer } from './wire/token-transfer.js';

/**
 * What a transfer of STX or of a token leaves of the account's balances, by its bytes and what a node shows; nothing
 * for any other transaction.
 */
export async function balancesOf(
  { parts }: StacksSetup,
  { explained }: Previewed<LegibleStacksTransaction | StructuredData>,
  options: CallOptions,
): Promise<readonly PreviewedBalance[] | undefined> {
  const { transaction } = explained;
  if (transaction.kind !== 'transaction') return undefined;
  const { sender, nonce, fee, content } = transaction;
  const transfer = exactTransfer(transaction);
  if (content.kind !== 'transfer' && !transfer) return undefined;
  const sent = BigInt(fee) + (content.kind === 'transfer' ? BigInt(content.amount) : 0n);
  const { ledger } = await parts();
  return ledger.ask(options, async (node) => {
    const [{ balance, nonce: next }, held] = await Promise.all([
      node.account(sender),
      transfer ? readBalance(node, transfer.contract, sender) : 0n,
    ]);
    const left = held - (transfer?.amount ?? 0n);
    // The node's balances lack what those have taken that wait ahead of it.
    if (BigInt(nonce) !== next) return undefined;
    // It can't be made: nothing is to be told of what there would be after it.
    if (balance < sent || left < 0n) return undefined;
    return [
      { asset: 'STX', before: `${balance}`, after: `${balance - sent}` },
      ...(transfer ? [{ asset: transfer.asset, before: `${held}`, after: `${left}` }] : []),
    ];
  });
}
