import { isRefusal } from '../../../signer/errors.js';
import { forKey } from '../../../transactions/for-key.js';
import type { StackingContext } from '../context.js';
import { StackingRefusedError } from '../errors.js';

/** What a transaction needs before it, such as another signature. */
export interface Prepared<P> {
  /** Missing for a key that was used before. */
  readonly value: P | undefined;
  /** @throws where it is missing: then it is prepared, and the transaction made after all. */
  need(): P;
}

const MISSING = 'NOT_PREPARED';

/** A call, with the key that it was given. */
interface Call {
  readonly vaultAccountId: string;
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Prepares a transaction, and makes it. A key that was used before has its transaction, or its answer: for that nothing
 * is prepared, unless the call makes another attempt, which is known once that is composed.
 */
export async function withPrepared<P, T>(
  { setup }: StackingContext,
  { vaultAccountId, idempotencyKey, signal }: Call,
  prepare: () => Promise<P>,
  make: (prepared: Prepared<P>) => Promise<T>,
): Promise<T> {
  const { transactions } = await setup.parts();
  const isKnown = async () =>
    idempotencyKey !== undefined &&
    forKey(idempotencyKey, () => transactions.knows(vaultAccountId, idempotencyKey, { signal }));
  const makeNew = (value: P) => make({ value, need: () => value });
  if (!(await isKnown())) {
    const result = await prepare().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if ('value' in result) return makeNew(result.value);
    // Another call may have made it meanwhile, which is what this one is refused for.
    if (!isRefusal(result.error) || !(await isKnown())) throw result.error;
  }
  const need = () => {
    throw new StackingRefusedError(MISSING, 'it is not prepared', { retryable: true });
  };
  try {
    return await make({ value: undefined, need });
  } catch (error) {
    const isMissing = error instanceof StackingRefusedError && error.rule === MISSING;
    if (!isMissing) throw error;
  }
  return makeNew(await prepare());
}
