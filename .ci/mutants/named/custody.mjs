// What the custody was asked, or answers, is misread.
export const MISTAKES_AT_THE_CUSTODY = [
  {
    name: 'the external id of an answer is not compared',
    files: ['src/fireblocks/requests/identity.ts'],
    find: 'agrees(transaction.externalTxId, body.externalTxId) &&',
    put: '',
  },
  {
    name: 'after a try without an answer a refusal counts',
    files: ['src/fireblocks/requests/creations.ts'],
    find: 'const isFirst = doubt.calls === 1 && doubt.since === undefined;',
    put: 'const isFirst = true;',
  },
  {
    name: 'tries of one creation forget each other',
    files: ['src/fireblocks/rest/writes.ts'],
    find: 'isUnknown ||= !isClearRefusal(error);',
    put: 'isUnknown = !isClearRefusal(error);',
  },
  {
    name: 'what a proxy says is taken for the custody’s refusal',
    files: ['src/fireblocks/rest/writes.ts'],
    find: 'return CLEAR.has(status) && (custodyCode !== undefined || custodyMessage !== undefined);',
    put: 'return CLEAR.has(status);',
  },
  {
    name: 'the custody’s trouble is taken for a refusal',
    files: ['src/fireblocks/rest/writes.ts'],
    find: 'new Set([400, 401, 403, 404, 413, 422])',
    put: 'new Set([400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504])',
  },
  {
    name: 'cancelling makes a native transfer that may not exist',
    files: ['src/fireblocks/requests/creations.ts'],
    find: "if (doubt.body.operation !== 'RAW') throw new CustodyUnconfirmedError();",
    put: '',
  },
  {
    name: 'a duplicate is taken for a refusal',
    files: ['src/fireblocks/requests/creations.ts'],
    find: 'doubt.isThere ||= error instanceof DuplicateExternalIdError;',
    put: '',
  },
  {
    name: 'what the custody has said that it has can be refused later',
    files: ['src/fireblocks/requests/creations.ts'],
    find: 'doubt.isThere ||= error instanceof DuplicateExternalIdError;',
    put: 'doubt.isThere = error instanceof DuplicateExternalIdError;',
  },
  {
    name: 'the list window is a minute',
    files: ['src/fireblocks/requests/listing.ts'],
    find: 'const WINDOW_MS = 25 * 60 * 60 * 1_000;',
    put: 'const WINDOW_MS = 60 * 1_000;',
  },
  {
    name: 'what webhooks told another process is not looked at',
    files: ['src/fireblocks/requests/waiting.ts'],
    find: '(await this.#isNoted());',
    put: 'false;',
  },
  {
    name: 'a wait whose time runs out in a look ends without a read',
    files: ['src/fireblocks/requests/waiting.ts'],
    find: 'if (!this.#wasRead) found ??= await this.#read(0);',
    put: '',
  },
  {
    name: 'an end that is noted is asked for once',
    files: ['src/fireblocks/requests/waiting.ts'],
    find: "this.#hasEnded ||= stateOf(noted) !== 'pending';",
    put: '',
  },
  {
    name: 'a store that fails breaks the wait that looks there',
    files: ['src/fireblocks/webhooks/webhook-notes.ts'],
    find: 'return withinTime(limits, work).catch(() => undefined);',
    put: 'return withinTime(limits, work);',
  },
  {
    name: 'an old webhook overwrites the note of a newer one',
    files: ['src/fireblocks/webhooks/webhook-notes.ts'],
    find: 'if (noted === status || isBehind(status, noted)) return;',
    put: '',
  },
];
