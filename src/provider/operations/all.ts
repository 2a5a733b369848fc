import type { Operation } from '../operation.js';
import { ACCOUNTS } from './accounts.js';
import { CAPABILITIES, getCapabilities } from './capabilities.js';
import { COLLATERAL } from './collateral.js';
import { DEPOSITS } from './deposits.js';
import { LIQUIDITY } from './liquidity.js';
import { RAMPS } from './ramps.js';
import { WITHDRAWALS } from './withdrawals.js';

/** The 50 operations of release 0.5.1. If two paths match, the fixed one comes first. */
export function allOperations(): readonly Operation[] {
  const tables = [CAPABILITIES, ACCOUNTS, LIQUIDITY, WITHDRAWALS, DEPOSITS, RAMPS, COLLATERAL];
  const operations: readonly Operation[] = tables.flatMap((table) => Object.values(table));
  const variables = ({ path }: Operation) => path.split('{').length;
  return [getCapabilities, ...operations].sort((one, other) => variables(one) - variables(other));
}
