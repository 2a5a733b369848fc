import type { GatewayApi } from '../../server/route.js';
import type { XrplGateway } from '../gateway.js';
import { account } from './account.js';
import { REQUEST_ANSWERS } from './answers.js';
import { exchange } from './exchange.js';
import { tokens } from './tokens.js';
import { transactions } from './transactions.js';

/**
 * The gateway over HTTP: the paths of the specification, and this gateway's further paths. Made on demand, so
 * that a bundle that does not serve it leaves it out.
 */
export const xrplApi = (): GatewayApi<XrplGateway> => ({
  title: 'XRP Ledger gateway',
  chain: 'xrpl',
  vaultPart: 'vaultAccountId',
  routes: [...exchange(), ...tokens(), ...transactions(), ...account()],
  answers: REQUEST_ANSWERS,
});
