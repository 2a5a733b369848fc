import type { GatewayApi } from '../../server/route.js';
import type { AptosGateway } from '../gateway.js';
import { account } from './account.js';
import { REQUEST_ANSWERS } from './answers.js';
import { transfers } from './transfers.js';

/**
 * The gateway over HTTP: the paths of the specification, and this gateway's further paths. Made on demand, so
 * that a bundle that does not serve it leaves it out.
 */
export const aptosApi = (): GatewayApi<AptosGateway> => ({
  title: 'Aptos and Movement gateway',
  chain: 'aptos',
  vaultPart: 'vaultId',
  routes: [...transfers(), ...account()],
  answers: REQUEST_ANSWERS,
});
