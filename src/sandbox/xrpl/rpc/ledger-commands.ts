import type { ClosedLedger } from '../ledger/closed-ledgers.js';
import { humanTime, isoTime } from '../ledger/ripple-time.js';
import { sha512Half } from '../signature.js';
import type { Command } from './command.js';
import { chooseLedger } from './ledger-choice.js';
import { validatedJson } from './transaction-json.js';

const CLOSE_TIME_RESOLUTION = 10;

export const ledgerClosed: Command = ({ node }) => {
  const { hash, index } = node.ledgers.validated;
  return { ledger_hash: hash, ledger_index: index };
};

export const ledgerCurrent: Command = ({ node }) => ({
  ledger_current_index: node.ledgers.openIndex,
});

export const ledger: Command = ({ node, params }) => {
  const { ledger: chosen, head } = chooseLedger(node, params);
  const wanted = params.flag('transactions');
  const expand = params.flag('expand');
  if (chosen === undefined) {
    const { openIndex, openTransactions, validated } = node.ledgers;
    const transactions = openTransactions.map(({ tx }) => tx.hash);
    return {
      ledger: {
        closed: false,
        ledger_index: openIndex,
        parent_hash: validated.hash,
        ...(wanted ? { transactions } : {}),
      },
      ...head,
    };
  }
  const transactions = chosen.transactions.map((entry) =>
    expand ? validatedJson(entry, chosen) : entry.tx.hash,
  );
  return { ledger: { ...header(chosen), ...(wanted ? { transactions } : {}) }, ...head };
};

/** The hashes of state and transactions are models, as the ledger's own is. */
function header(ledger: ClosedLedger): Record<string, unknown> {
  return {
    account_hash: modelHash('state', ledger.hash),
    close_flags: 0,
    close_time: ledger.closeTime,
    close_time_human: humanTime(ledger.closeTime),
    close_time_iso: isoTime(ledger.closeTime),
    close_time_resolution: CLOSE_TIME_RESOLUTION,
    closed: true,
    ledger_hash: ledger.hash,
    ledger_index: ledger.index,
    parent_close_time: ledger.parentCloseTime,
    parent_hash: ledger.parentHash,
    total_coins: `${ledger.totalDrops}`,
    transaction_hash: modelHash('transactions', ledger.hash),
  };
}

function modelHash(what: string, of: string): string {
  return sha512Half(Buffer.from(`sandbox ${what} ${of}`))
    .toString('hex')
    .toUpperCase();
}
