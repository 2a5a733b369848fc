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
