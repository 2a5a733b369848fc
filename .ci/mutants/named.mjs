// The mutants with a name: each is a mistake that somebody could make. A pattern is found in one place of one of
// its files, however the code is wrapped; one that is not found any more fails the run.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOOKUP = ['src/xrpl/lookup.ts', 'src/xrpl/spender.ts'];

export const NAMED = [
  {
    name: 'absence by hash is taken for death',
    files: LOOKUP,
    find: "if (standing.state === 'unknown') return standing;",
    put: "if (known === undefined && hash !== undefined) return { state: 'expired' };\nif (standing.state === 'unknown') return standing;",
  },
  {
    name: 'the digest of the spender is not compared',
    files: LOOKUP,
    find: 'if (digestOf(spender) !== digestOf(transaction))',
    put: 'if (digestOf(spender) === "")',
  },
  {
    name: 'a transaction expires twenty ledgers early',
    files: LOOKUP,
    find: 'standing.ledgerIndex > transaction.LastLedgerSequence',
    put: 'standing.ledgerIndex + 20 > transaction.LastLedgerSequence',
  },
  {
    name: 'what a ledger has not validated is believed',
    files: ['src/xrpl/result.ts'],
    find: 'if (validated !== true || !meta || ledger_index === undefined) return undefined;',
    put: 'if (!meta || ledger_index === undefined) return undefined;',
  },
  {
    name: 'a number is given back on an ambiguous error',
    files: ['src/transactions/signing.ts'],
    find: 'if (!wasNotTaken(error))',
    put: 'if (error === undefined)',
  },
  {
    name: 'a refused number is kept',
    files: ['src/transactions/signing.ts'],
    find: "if (error instanceof SignatureRejectedError) { await pass?.leave('given-back');",
    put: 'if (error instanceof SignatureRejectedError) {',
  },
  {
    name: 'the attempt is left out of the request id',
    files: ['src/transactions/request-id.ts'],
    find: 'return attempt === 1 ? id :',
    put: 'return attempt > 0 ? id :',
  },
  {
    name: 'the address is left out of the request id',
    files: ['src/transactions/request-id.ts'],
    find: "['custody-gateways', chainId, address, idempotencyKey]",
    put: "['custody-gateways', chainId, idempotencyKey]",
  },
  {
    name: 'resume ignores the network',
    files: ['src/transactions/request-id.ts'],
    find: "['custody-gateways', chainId, address, idempotencyKey]",
    put: "['custody-gateways', chainId.split(':')[0], address, idempotencyKey]",
  },
  {
    name: 'an attempt is made though the last has not expired',
    files: ['src/transactions/flow.ts'],
    find: "return onExpiry === 'resign' && last === 'expired' && index <= maxAttempts;",
    put: "return onExpiry === 'resign' && index <= maxAttempts;",
  },
  {
    name: 'a call after a refusal asks people again',
    files: ['src/transactions/flow.ts'],
    find: 'if (newAttempt === index) return !hasBegun;',
    put: "if (newAttempt === index || last === 'rejected') return !hasBegun;",
  },
  {
    name: 'what an earlier attempt came to is forgotten',
    files: ['src/transactions/flow.ts'],
    find: 'const landed = await this.#landed(attempt, earlier); return landed ? { attempt, outcome: landed } : last;',
    put: 'return last;',
  },
  {
    name: 'a later attempt takes a number of its own',
    files: ['src/transactions/flow.ts'],
    find: 'if (!fixed) return fresh();',
    put: 'if (!fixed || previous) return fresh();',
  },
  {
    name: 'other input under the same key is taken for the same',
    files: ['src/transactions/signing.ts'],
    find: 'if (fingerprint === undefined || recorded === fingerprint) return;',
    put: 'if (recorded !== "") return;',
  },
  {
    name: 'a submission that may have arrived is taken for refused',
    files: ['src/transactions/delivery.ts'],
    find: "if (submission.state === 'refused' && !mayHaveArrived)",
    put: "if (submission.state !== 'accepted')",
  },
  {
    name: 'a transaction is not looked up before it is called refused',
    files: ['src/transactions/delivery.ts'],
    find: "const isThere = outcome !== undefined || (sighting.state === 'open' && sighting.seen);",
    put: 'const isThere = outcome !== undefined;',
  },
  {
    name: 'the signature is not verified before submission',
    files: ['src/signer/verify-ecdsa.ts'],
    strict: true,
    find: 'if (!curveOf(algorithm).verify(compact, message.digest, publicKey, { prehash: false }))',
    put: 'if (message.digest.length === 0)',
  },
  {
    name: 'the external id of an answer is not compared',
    files: ['src/custody/identity.ts'],
    find: 'agrees(transaction.externalTxId, body.externalTxId) &&',
    put: '',
  },
  {
    name: 'after a try without an answer a refusal counts',
    files: ['src/custody/creations.ts'],
    find: 'const isFirst = doubt.calls === 1 && doubt.since === undefined;',
    put: 'const isFirst = true;',
  },
  {
    name: 'tries of one creation forget each other',
    files: ['src/custody/writes.ts'],
    find: 'isUnknown ||= !isClearRefusal(error);',
    put: 'isUnknown = !isClearRefusal(error);',
  },
  {
    name: 'what a proxy says is taken for the custody’s refusal',
    files: ['src/custody/writes.ts'],
    find: 'return CLEAR.has(status) && (custodyCode !== undefined || custodyMessage !== undefined);',
    put: 'return CLEAR.has(status);',
  },
  {
    name: 'the custody’s trouble is taken for a refusal',
    files: ['src/custody/writes.ts'],
    find: 'new Set([400, 401, 403, 404, 413, 422])',
    put: 'new Set([400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504])',
  },
  {
    name: 'a duplicate is taken for a refusal',
    files: ['src/custody/creations.ts'],
    find: 'const isThere = error instanceof DuplicateExternalIdError;',
    put: 'const isThere = false;',
  },
  {
    name: 'the list window is a minute',
    files: ['src/custody/listing.ts'],
    find: 'const WINDOW_MS = 25 * 60 * 60 * 1_000;',
    put: 'const WINDOW_MS = 60 * 1_000;',
  },
  {
    name: 'a request that may appear is settled at once',
    files: ['src/signer/appearance.ts'],
    find: 'export const MAY_APPEAR_FOR_MS = ',
    put: 'export const MAY_APPEAR_FOR_MS = 0 * ',
  },
  {
    name: 'a lane has room for everybody',
    files: ['src/transactions/lane-state.ts'],
    find: 'return lane.held.filter(({ isOver }) => !isOver).length < width;',
    put: 'return width > 0;',
  },
  {
    name: 'a lane in a store is changed whatever it was',
    files: ['src/transactions/store-cell.ts'],
    find: ': await store.compareAndSet(name, this.#text, text, KEPT_FOR_MS);',
    put: ': await store.get(name).then((now) => store.compareAndSet(name, now ?? "", text, KEPT_FOR_MS));',
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
    name: 'a journal does not compare what it is asked for',
    files: ['src/signer/journaled-signer.ts'],
    find: 'const entry = parseEntry(text); assertSameRequest(entry, request.messages);',
    put: 'const entry = parseEntry(text);',
  },
];

/** Each with the sources that have it. */
export function applied(root) {
  return NAMED.map(({ name, files, find, put, strict = false }) => {
    const found = files
      .filter((file) => existsSync(join(root, file)))
      .flatMap((file) => {
        const source = readFileSync(join(root, file), 'utf8');
        const places = [...source.matchAll(patternOf(find))];
        return places.map(({ index, 0: text }) => {
          const content = source.slice(0, index) + put + source.slice(index + text.length);
          return { file, content };
        });
      });
    if (found.length !== 1) throw new Error(`"${name}" applies ${found.length} times, not once`);
    const [{ file, content }] = found;
    return { id: name, kind: 'named', file, name, strict, sources: new Map([[file, content]]) };
  });
}

/** A blank stands for any, or none. */
function patternOf(find) {
  const words = find.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(words.join('\\s*'), 'g');
}
