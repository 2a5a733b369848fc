// Signatures are not looked at, or a journal does not do what it is for.
export const MISTAKES_OF_SIGNERS = [
  {
    name: 'the signature is not verified before submission',
    files: ['src/signer/verify-ecdsa.ts'],
    strict: true,
    find: 'if (!curveOf(algorithm).verify(compact, message.digest, publicKey, { prehash: false }))',
    put: 'if (message.digest.length === 0)',
  },
  {
    name: 'a request that may appear is settled at once',
    files: ['src/signer/appearance.ts'],
    find: 'export const MAY_APPEAR_FOR_MS = ',
    put: 'export const MAY_APPEAR_FOR_MS = 0 * ',
  },
  {
    name: 'a journal signs before it has written',
    files: ['src/signer/journaled-signer.ts'],
    find: 'if (await this.#store.setIfAbsent(name, text)) return text;',
    put: 'void this.#store.setIfAbsent(name, text); return text;',
  },
  {
    name: 'a journal forgets what it signed',
    files: ['src/signer/journaled-signer.ts'],
    find: 'if (entry.record.signatures) return entry.record.signatures; const signatures = await',
    put: 'const signatures = await',
  },
  {
    name: 'a journal keeps what its signer could not take, for anybody to sign later',
    files: ['src/signer/journaled-signer.ts'],
    find: 'else if (isRefusal(error)) await this.#withdraw(name, text);',
    put: '',
  },
  {
    name: 'a journal does not compare what it is asked for',
    files: ['src/signer/journaled-signer.ts'],
    find: 'const entry = parseEntry(text); assertSameRequest(entry, request.messages);',
    put: 'const entry = parseEntry(text);',
  },
  {
    name: 'an ed25519 signature is not verified before submission',
    files: ['src/signer/ed25519.ts'],
    find: 'return !R.isSmallOrder() && R.equals(expected);',
    put: 'return true;',
  },
  {
    name: 'a signature with a high s stays as it is',
    files: ['src/signer/verify-ecdsa.ts'],
    strict: true,
    find: 'const low = toLowS(given, algorithm);',
    put: 'const low = { ...given, flipped: false };',
  },
  {
    name: 'a signature is verified against the key that the signer has by now',
    files: ['src/transactions/accounts.ts'],
    find: 'return isSame ? known.publicKey : this.#settings.signer.getPublicKey(key, options);',
    put: 'return this.#settings.signer.getPublicKey(key, options);',
  },
];
