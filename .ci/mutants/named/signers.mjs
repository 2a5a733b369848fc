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
    find: 'if (entry.record.signatures) return entry.record.signatures; const signatures = copied(',
    put: 'const signatures = copied(',
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
  {
    name: 'a transaction that the custody shows for another call’s is sent as that call’s',
    files: ['src/transactions/life/building.ts'],
    find: 'goesWith(echoed && (await isAskedFor(context, echoed)) ? echoed : undefined) ??',
    put: 'goesWith(echoed) ??',
  },
  {
    name: 'a signer may change what this package sends',
    files: ['src/transactions/life/at-signer.ts'],
    find: 'signatures: await signer.sign(structuredClone(request), waiting)',
    put: 'signatures: await signer.sign(request, waiting)',
  },
  {
    name: 'a request for a signature may be shown as a transfer of the custody’s own',
    files: ['src/transactions/life/adopting.ts'],
    find: 'return terms || batch ? stop(index, irreproducible()) : following(facts, attempt, record);',
    put: 'return terms && batch ? stop(index, irreproducible()) : following(facts, attempt, record);',
  },
  {
    name: 'whatever a signer puts into a signature is written to its journal',
    files: ['src/signer/journaled-signer.ts'],
    find: 'copied(await this.#signed(name, text, request, options));',
    put: 'await this.#signed(name, text, request, options);',
  },
  {
    name: 'a public key of any length has an address',
    files: ['src/transactions/accounts.ts'],
    find: 'if (told === algorithm && bytes.length === size) {',
    put: 'if (told === algorithm && bytes.length >= size) {',
  },
];
