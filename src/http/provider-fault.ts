/**
 * An error of a provider that is no refusal. It may have come after money was moved, so it must not be answered like
 * this package's own refusals, which mean that nothing was done.
 */
export class ProviderFault extends Error {
  readonly thrown: unknown;

  constructor(thrown: unknown) {
    super('the provider failed');
    this.thrown = thrown;
  }
}
