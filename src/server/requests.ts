import { type CallOptions, unlessAborted } from '../core/clock.js';
import { GatewayError } from '../core/errors.js';
import { TransactionUnconfirmedError } from '../transactions/index.js';
import type { BegunWork, GatewayApi, GatewayRoute, TransactionGateway } from './route.js';
import { timesOf } from './times.js';

const TAG = 'Requests';

/** The state of a transaction: the same three routes for every gateway. */
export function requestRoutes<Gateway extends TransactionGateway>({
  vaultPart,
  answers,
  told = (data) => data,
}: Pick<GatewayApi<Gateway>, 'vaultPart' | 'answers' | 'told'>): readonly GatewayRoute<Gateway>[] {
  const vault = `/api/requests/:${vaultPart}`;
  return [
    {
      kind: 'read',
      operation: 'pending',
      path: vault,
      tag: TAG,
      answer: answers.pending,
      summary: 'The transactions of a vault account that are not final, oldest first.',
      run: async (gateway, { vaultAccountId, options }) =>
        told(await gateway.pending(vaultAccountId, options)),
    },
    {
      kind: 'read',
      operation: 'resume',
      path: `${vault}/:idempotencyKey`,
      tag: TAG,
      answer: answers.outcome,
      summary: 'The outcome of an idempotency key’s transaction.',
      description:
        'Answers like the request that made it. It requests no signature; what is signed, and not being cancelled, it ' +
        'sends. `Prefer: wait=N` waits N seconds. Only its replica knows what waits for its turn: after a 404 repeat ' +
        'the request.',
      run: async (gateway, { vaultAccountId, param, options, waitMs, begun }) => {
        const key = param('idempotencyKey');
        const times = { ...options, ...timesOf(waitMs) };
        const ask = () => gateway.resume(vaultAccountId, key, times);
        return orWaiting(ask, begun(key), waitMs, options);
      },
    },
    {
      kind: 'action',
      operation: 'cancel',
      path: `${vault}/:idempotencyKey/cancel`,
      tag: TAG,
      answer: answers.cancelled,
      summary: 'Makes a transaction have no effect, if still possible.',
      description:
        'Cancels the request at the custody platform; of one that is signed it spends the number, which needs a ' +
        'signature. After a 202 ask again. A 404 cancels nothing.',
      run: async (gateway, { vaultAccountId, param, options, waitMs, begun }) => {
        const key = param('idempotencyKey');
        const times = { ...options, ...timesOf(waitMs) };
        const ask = async () => told(await gateway.cancel(vaultAccountId, key, times));
        return orWaiting(ask, begun(key), 0, options);
      },
    },
  ];
}

/**
 * A transaction that waits for its turn here is not at the custody platform yet: if the answer were 404, a client
 * would stop asking. So the end of its work is waited for, and then asked again.
 */
async function orWaiting<T>(
  ask: () => Promise<T>,
  work: BegunWork | undefined,
  waitMs: number,
  { signal }: CallOptions,
): Promise<T> {
  try {
    return await orSigned(ask);
  } catch (error) {
    const isUnknown = error instanceof GatewayError && error.code === 'TRANSACTION_NOT_FOUND';
    if (!isUnknown || !work) throw error;
    await unlessAborted(work(waitMs), signal);
    return orSigned(ask);
  }
}

/** A signed transaction that waits for those before it is not over, though the account is busy. */
async function orSigned<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { code, transaction } = error;
    if (code !== 'ACCOUNT_BUSY' || transaction?.hash === undefined) throw error;
    const reason = 'it is signed, and waits for others';
    throw new TransactionUnconfirmedError('unknown', reason, { cause: error }).about(transaction);
  }
}
