import type { AptosConfirmed } from '../../aptos/index.js';
import { GatewayError } from '../../core/errors.js';
import type { StacksConfirmed } from '../../stacks/index.js';
import { BatchIncompleteError, type TransactionEvent } from '../../transactions/index.js';
import type { XrplBatchResult, XrplConfirmed, XrplNativeTransfer } from '../../xrpl/index.js';

type Outcome =
  | XrplConfirmed
  | XrplNativeTransfer
  | XrplBatchResult
  | AptosConfirmed
  | StacksConfirmed;

/** Runs one step and prints its result; a refusal is a result too. */
export async function step<O extends Outcome>(
  title: string,
  play: () => Promise<O>,
): Promise<O | undefined> {
  say('');
  say(title);
  return ending(play());
}

/** Prints the result of a step that has already begun. */
export async function ending<O extends Outcome>(
  play: Promise<O>,
  who = '',
): Promise<O | undefined> {
  try {
    const outcome = await play;
    say(`  ${who}${describe(outcome)}`);
    return outcome;
  } catch (error) {
    if (!(error instanceof GatewayError) || error instanceof BatchIncompleteError) throw error;
    say(`  ${who}${error.name}: ${error.message}`);
    const { custodyId } = error.transaction ?? {};
    const asked =
      custodyId === undefined
        ? 'the custody platform was not asked'
        : `the custody platform's id: ${custodyId}`;
    say(`  ${asked}, hash: none, nothing was sent`);
    return undefined;
  }
}

function describe(outcome: Outcome): string {
  if ('vm_status' in outcome) {
    const { hash, version, vm_status: status } = outcome;
    return `${status} at version ${version}, hash ${hash}`;
  }
  if ('data' in outcome) {
    const { tx_status: status, block_height: height } = outcome.data;
    return `${status} in block ${height}, hash ${outcome.txHash}`;
  }
  if ('members' in outcome) {
    const lines = outcome.members.map((member) =>
      member.state === 'confirmed'
        ? `${member.result.result.meta.TransactionResult}, hash ${member.hash}`
        : member.state,
    );
    return `one request to the custody platform, ${lines.length} transactions:\n    ${lines.join('\n    ')}`;
  }
  if (!('result' in outcome)) return `${outcome.status}, hash ${outcome.hash}`;
  const { hash, ledger_index, meta } = outcome.result;
  return `${meta.TransactionResult} in ledger ${ledger_index}, hash ${hash}`;
}

/** Prints events, so that a wait is not silent. */
export function report(event: TransactionEvent): void {
  if (event.type === 'prepared' && event.summary) say(`  to be signed: ${event.summary}`);
  if (event.type === 'custody-status' && event.status === 'PENDING_AUTHORIZATION') {
    say('  the custody platform waits for an approval ...');
  }
  if (event.type === 'signed') say('  signed by the custody platform, verified here');
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
