import { TransactionNotFoundError } from '../transactions/index.js';
import type { GatewayApi, GatewayRoute, TransactionGateway } from './route.js';
import { timesOf } from './times.js';

const TAG = 'Requests';

/** How far a transaction is: the same three routes for every gateway. */
export function requestRoutes<Gateway extends TransactionGateway>({
  vaultPart,
}: Pick<GatewayApi<Gateway>, 'vaultPart'>): readonly GatewayRoute<Gateway>[] {
  const vault = `/api/requests/:${vaultPart}`;
  return [
    {
      kind: 'read',
      operation: 'pending',
      path: vault,
      tag: TAG,
      summary: 'The transactions of a vault account that are not final, oldest first.',
      run: (gateway, { vaultAccountId, options }) => gateway.pending(vaultAccountId, options),
    },
    {
      kind: 'read',
      operation: 'resume',
      path: `${vault}/:idempotencyKey`,
      tag: TAG,
      summary: 'What became of the transaction that was made with an idempotency key.',
      description:
        'Answers as the request that made it. It asks nobody for a signature; what is signed ' +
        'already but not on its chain is sent. `Prefer: wait=N` waits up to N seconds.',
      run: async (gateway, { vaultAccountId, param, options, waitMs, begun }) => {
        const key = param('idempotencyKey');
        try {
          return await gateway.resume(vaultAccountId, key, { ...options, ...timesOf(waitMs) });
        } catch (error) {
          // What waits for its turn here is not at the custody yet.
          throw (error instanceof TransactionNotFoundError && begun(key)) || error;
        }
      },
    },
    {
      kind: 'action',
      operation: 'cancel',
      path: `${vault}/:idempotencyKey/cancel`,
      tag: TAG,
      summary: 'Sees to it that a transaction has no effect, if that is still possible.',
      description:
        'Asks the custody to give the request up, or spends its number on nothing when it is ' +
        'signed already, which itself needs a signature: ask again after a 202.',
      run: (gateway, { vaultAccountId, param, options, waitMs }) =>
        gateway.cancel(vaultAccountId, param('idempotencyKey'), {
          ...options,
          ...timesOf(waitMs),
        }),
    },
  ];
}
