import type { ClosedLedger } from '../ledger/closed-ledgers.js';
import type { ReadView } from '../ledger/view.js';
import type { LedgerNode } from '../node.js';
import { invalidField, RpcError } from './errors.js';
import type { Params } from './params.js';

/** The ledger that a command is asked of, and what the answer says of it. */
export interface LedgerChoice {
  readonly view: ReadView;
  /** `undefined` for the open ledger. */
  readonly ledger: ClosedLedger | undefined;
  readonly head: Readonly<Record<string, unknown>>;
}

/** Reads `ledger_index` or `ledger_hash`. Without either it is the open ledger. */
export function chooseLedger(node: LedgerNode, params: Params): LedgerChoice {
  const hash = params.text('ledger_hash');
  const index = params.all.ledger_index ?? 'current';
  if (hash !== undefined) {
    if (!/^[0-9A-Fa-f]{64}$/.test(hash)) throw invalidField('ledger_hash');
    return closedChoice(node, node.ledgers.closed.byHash(hash.toUpperCase()));
  }
  if (index === 'validated' || index === 'closed')
    return closedChoice(node, node.ledgers.validated);
  if (index === 'current' || Number(index) === node.ledgers.openIndex) return openChoice(node);
  if (!/^\d+$/.test(String(index))) throw invalidField('ledger_index');
  return closedChoice(node, node.ledgers.closed.byIndex(Number(index)));
}

function openChoice(node: LedgerNode): LedgerChoice {
  const { openView, openIndex } = node.ledgers;
  return {
    view: openView,
    ledger: undefined,
    head: { ledger_current_index: openIndex, validated: false },
  };
}

function closedChoice(node: LedgerNode, ledger: ClosedLedger | undefined): LedgerChoice {
  if (ledger === undefined) throw new RpcError('lgrNotFound');
  return {
    view: node.ledgers.closed.viewOf(ledger),
    ledger,
    head: { ledger_hash: ledger.hash, ledger_index: ledger.index, validated: true },
  };
}

/** The closed ledgers that a node can still show, such as `100000-100017`. */
export function completeLedgers(node: LedgerNode): string {
  const { closed, validated } = node.ledgers;
  return `${closed.earliest}-${validated.index}`;
}
