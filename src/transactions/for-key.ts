import { InvalidInputError } from '../core/errors.js';

/** Loaded with the first call that makes or resumes a transaction. */
export const life = () => import('./life/index.js');

/**
 * Does work for a call with an idempotency key, before there is a request: its errors name the key, by which the caller
 * asks again. Those of bad input don't, since nothing was begun.
 */
export async function forKey<T>(
  idempotencyKey: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!idempotencyKey || error instanceof InvalidInputError) throw error;
    const { explained } = await life();
    throw explained(error, { idempotencyKey });
  }
}
