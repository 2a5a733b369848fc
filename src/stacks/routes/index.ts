import type { GatewayApi } from '../../server/route.js';
import { told } from '../answer.js';
import { requestAnswers } from './answers.js';
import type { Gateway } from './operation.js';
import { readRoutes } from './reads.js';
import { stackingRoutes } from './stacking.js';
import { stakingRoutes } from './staking.js';
import { transferRoutes } from './transfers.js';

/** The gateway over HTTP: the paths of the specification, and this gateway's further paths. */
export function stacksApi(): GatewayApi<Gateway> {
  return {
    title: 'Stacks gateway',
    chain: 'stacks',
    vaultPart: 'vaultId',
    routes: [...transferRoutes(), ...stackingRoutes(), ...stakingRoutes(), ...readRoutes()],
    answers: requestAnswers(),
    told,
    errorFields: { success: false },
  };
}
