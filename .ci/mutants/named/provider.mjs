// A provider's withdrawal is made again.
export const MISTAKES_OF_PROVIDERS = [
  {
    name: 'an account may be answered with another’s',
    files: ['src/provider/answers.ts'],
    find: "const name = isAccount ? 'id' : param;",
    put: 'const name = param;',
  },
  {
    name: 'headers that a platform names in one form only are dropped',
    files: ['src/http/node-listener.ts'],
    find: 'if (rawHeaders.length > 0) return headers;',
    put: 'if (rawHeaders.length >= 0) return headers;',
  },
  {
    name: 'a time limit of a call that is no number is none',
    files: ['src/provider/calls.ts'],
    find: "timeoutMs: 'number', initiatedBy",
    put: "timeoutMs: 'any', initiatedBy",
  },
  {
    name: 'a withdrawal is told by an answer about another one',
    files: ['src/provider/answers.ts'],
    find: 'checkIds(reading, exact);',
    put: '',
  },
  {
    name: 'what a store has lost is done again',
    files: ['src/provider/server/idempotency.ts'],
    find: 'if (left === undefined) return store.setIfAbsent(name, text, retentionMs);',
    put: 'if (left === undefined) return false;',
  },
  {
    name: 'an address that may have been made is told not to have been',
    files: ['src/netlink/client.ts'],
    find: 'this.getDepositAddress(request, options).catch(() => undefined));',
    put: 'this.getDepositAddress(request, options));',
  },
  {
    name: 'a process takes its own work for that of a dead one',
    files: ['src/provider/server/idempotency.ts'],
    find: 'const isHere = this.#working.has(name);',
    put: 'const isHere = false;',
  },
  {
    name: 'a withdrawal that the store has lost is answered with a refusal',
    files: ['src/provider/server/performance.ts'],
    find: 'const before = isRefusal(error) ? await earlier() : undefined;',
    put: 'const before = undefined;',
  },
  {
    name: 'a limit of the provider’s own changes an answer that a key has',
    files: ['src/provider/server/server.ts'],
    find: 'if (call.idempotencyKey && isRefusal(error) && isKept(error.status)) return error;',
    put: '',
  },
  {
    name: 'a move of network link v1 is begun for a caller who no longer waits',
    files: ['src/netlink/server.ts'],
    find: 'const { call, ask } = await inTime(limit, admitted);',
    put: 'const { call, ask } = await admitted(request.signal);',
  },
  {
    name: 'a refusal counts though nobody knows what an earlier try has done',
    files: ['src/provider/server/performance.ts'],
    find: 'throw isRefusal(error) && !isInDoubt ? error : new ProviderFault(error);',
    put: 'throw isRefusal(error) ? error : new ProviderFault(error);',
  },
  {
    name: 'another’s withdrawal under the key is a refusal though an earlier try may have been of this one',
    files: ['src/provider/server/performance.ts'],
    find: 'throw isKeyReuse(error) && !recovering ? error : new ProviderFault(error);',
    put: 'throw isKeyReuse(error) ? error : new ProviderFault(error);',
  },
  {
    name: 'the outcome of another transaction is taken for that of the one asked for',
    files: ['src/netlink/calls.ts'],
    find: 'if (isOther(request, result)) ',
    put: 'if (!answer) ',
  },
];
