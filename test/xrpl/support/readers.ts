import { authorization } from '../../../src/xrpl/node/destination.js';
import { readHistory } from '../../../src/xrpl/node/history.js';
import type { XrplNode } from '../../../src/xrpl/node/node.js';
import { readPaths } from '../../../src/xrpl/node/paths.js';
import { readOffers } from '../../../src/xrpl/node/reads.js';
import { simulation } from '../../../src/xrpl/node/trial.js';
import { trustLinesOf } from '../../../src/xrpl/node/trust-lines.js';
import { resultOf } from '../../../src/xrpl/result.js';
import { fieldIn } from '../../support/recorded.js';

/** How each call's answer is read, and what of it is of consequence. */
export const READERS: Readonly<
  Record<string, (node: XrplNode, result: unknown, networkId: number) => Promise<unknown>>
> = {
  account_info: (node, result) => {
    const account = fieldIn(fieldIn(result, 'account_data'), 'Account');
    return node.accountInfo(String(account), 'validated', {});
  },
  account_lines: (node) => trustLinesOf(node, 'r', undefined, {}),
  account_offers: (node) => readOffers(node, 'r', {}),
  account_tx: (node, result, networkId) => {
    const account = String(fieldIn(result, 'account'));
    return readHistory({ node, networkId }, account, { limit: 10, marker: undefined }, {});
  },
  deposit_authorized: (node) => node.read('deposit_authorized', {}, authorization, {}),
  fee: (node) => node.fee({}),
  ledger_entry: (node) => node.ticket('r', 1, {}),
  ripple_path_find: (node) => readPaths(node, 'r', { destination: 'r', amount: '1' }, {}),
  server_state: (node) => node.serverState({}),
  simulate: (node) => node.once('simulate', {}, simulation, {}),
  tx: async (node, result, networkId) => {
    const found = await node.transaction(String(fieldIn(result, 'hash')), {});
    return found && resultOf(found, networkId);
  },
};
