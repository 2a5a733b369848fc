import type { Listener } from '../core/events.js';
import type { HttpFailure } from './router.js';

/**
 * What a provider threw that is no refusal. Whatever it is, it may have come after money was moved, so
 * it must not be answered as a kit's own refusals are, which say that nothing was done.
 */
export class ProviderFault extends Error {
  readonly thrown: unknown;

  constructor(thrown: unknown) {
    super('the provider failed');
    this.thrown = thrown;
  }
}

/** A listener that hears what the provider itself threw. */
export function toldOf(
  listener: Listener<HttpFailure> | undefined,
): Listener<HttpFailure> | undefined {
  if (listener === undefined) return undefined;
  return (failure) => {
    const { error } = failure;
    return listener(error instanceof ProviderFault ? { ...failure, error: error.thrown } : failure);
  };
}
