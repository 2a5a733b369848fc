import { accountInfo } from './account-commands.js';
import { bookOffers } from './book-commands.js';
import type { Command } from './command.js';
import { depositAuthorized } from './deposit-command.js';
import { ledgerEntry } from './entry-commands.js';
import { RpcError } from './errors.js';
import { accountTx, tx } from './history-commands.js';
import { ledger, ledgerClosed, ledgerCurrent } from './ledger-commands.js';
import {
  accountCurrencies,
  accountLines,
  accountObjects,
  accountOffers,
} from './owned-commands.js';
import { ripplePathFind } from './path-command.js';
import { fee, ping, serverInfo, serverState } from './server-commands.js';
import { simulate } from './simulate-command.js';
import { submit, submitMultisigned } from './submit-commands.js';

/** Over JSON-RPC nobody can be told anything later. */
const noEvents: Command = () => {
  throw new RpcError('noEvents');
};

/** Every command that is asked and answered; subscriptions belong to a WebSocket. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['account_currencies', accountCurrencies],
  ['account_info', accountInfo],
  ['account_lines', accountLines],
  ['account_objects', accountObjects],
  ['account_offers', accountOffers],
  ['account_tx', accountTx],
  ['book_offers', bookOffers],
  ['deposit_authorized', depositAuthorized],
  ['fee', fee],
  ['ledger', ledger],
  ['ledger_closed', ledgerClosed],
  ['ledger_current', ledgerCurrent],
  ['ledger_entry', ledgerEntry],
  ['ping', ping],
  ['ripple_path_find', ripplePathFind],
  ['server_info', serverInfo],
  ['server_state', serverState],
  ['simulate', simulate],
  ['submit', submit],
  ['submit_multisigned', submitMultisigned],
  ['subscribe', noEvents],
  ['tx', tx],
  ['unsubscribe', noEvents],
]);

/** Commands whose answers differ between API versions: here they are asked for in version 2. */
export const VERSION_2_ONLY: ReadonlySet<string> = new Set([
  'account_tx',
  'ledger',
  'simulate',
  'submit',
  'submit_multisigned',
  'subscribe',
  'tx',
]);
