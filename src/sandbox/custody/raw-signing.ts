import type { CustodyKeys } from './keys.js';
import type { MessageToSign } from './request.js';
import type { SignedMessage, TransactionStore } from './transactions.js';

/** Signs RAW messages, or finds the signatures of identical ones, as the vendor may. */
export class RawSigning {
  readonly #keys: CustodyKeys;
  readonly #store: TransactionStore;
  readonly #reuse: boolean;

  constructor(keys: CustodyKeys, store: TransactionStore, reuse: boolean) {
    this.#keys = keys;
    this.#store = store;
    this.#reuse = reuse;
  }

  sign(messages: readonly MessageToSign[]): readonly SignedMessage[] {
    return messages.map(({ content, algorithm, derivationPath }) => ({
      content,
      algorithm,
      derivationPath,
      publicKey: this.#keys.publicKey(algorithm, derivationPath),
      signature: this.#keys.sign(algorithm, derivationPath, Buffer.from(content, 'hex')),
    }));
  }

  /** The signatures of an earlier request for the very same messages. */
  cached(messages: readonly MessageToSign[]): readonly SignedMessage[] | undefined {
    if (!this.#reuse) return undefined;
    const wanted = identityOf(messages);
    return this.#store.all
      .map(({ progress }) => progress.signedMessages)
      .find((signed) => signed !== undefined && identityOf(signed) === wanted);
  }
}

function identityOf(messages: readonly MessageToSign[]): string {
  return messages
    .map(({ content, algorithm, derivationPath }) =>
      [content.toLowerCase(), algorithm, ...derivationPath].join('/'),
    )
    .join(' ');
}
