import type { GatewayApi } from '../../server/route.js';
import type { XrplGateway } from '../gateway.js';
import { account } from './account.js';
import { REQUEST_ANSWERS } from './answers.js';
import { exchange } from './exchange.js';
import { tokens } from './tokens.js';
import { transactions } from './transactions.js';

/**
 * The gateway over HTTP: the paths of the specification, and those of what there is beyond it. Made on
 * demand, so that whoever serves something else leaves it out of their bundle.
 */
export const xrplApi = (): GatewayApi<XrplGateway> => ({
  title: 'XRP Ledger gateway',
  chain: 'xrpl',
  vaultPart: 'vaultAccountId',
  routes: [...exchange(), ...tokens(), ...transactions(), ...account()],
  answers: REQUEST_ANSWERS,
});
