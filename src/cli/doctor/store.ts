import { ConfigurationError, GatewayError } from '../../core/errors.js';
import type { Variable } from '../serve/environment.js';
import { lanesIn } from '../serve/shared-lanes.js';
import { type Check, failed, ok } from './check.js';

/** Whether the Redis that replicas share lets this machine in, and answers. */
export async function checkStore(redis: Variable): Promise<Check> {
  const name = 'store';
  try {
    const { askStore } = await lanesIn(redis);
    await askStore?.();
    return ok(name, `the Redis of ${redis.name} answers`);
  } catch (error) {
    if (!(error instanceof ConfigurationError || error instanceof GatewayError)) throw error;
    const next = 'check its host, its port, its user and its password, and whether it runs';
    return failed(name, error.message, next);
  }
}
