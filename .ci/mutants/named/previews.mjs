/** Mistakes in what is shown before it is signed. */
export const MISTAKES_IN_PREVIEWS = [
  {
    name: 'a preview asks the signer to sign',
    files: ['src/gateway/preview.ts'],
    find: 'sign: async (request) => refuse(request),',
    put: 'sign: (request) => signer.sign(request),',
  },
  {
    name: 'a preview has the custody platform transfer',
    files: ['src/gateway/preview.ts'],
    find: '{ transfer: async (request: Request) => refuse(request) }',
    put: '{ transfer: (request: NativeTransferRequest) => signer.transfer(request) }',
  },
  {
    name: 'a preview takes a number in the lanes that processes share',
    files: ['src/gateway/preview.ts'],
    find: 'const { store: _, ...lanes } = settings.lanes ?? {};',
    put: 'const lanes = settings.lanes ?? {};',
  },
  {
    name: 'a preview tells the listener of its call that its key was rejected',
    files: ['src/gateway/preview.ts'],
    find: 'Reflect.apply(gateway[name], gateway, given.map(withoutListener))',
    put: 'Reflect.apply(gateway[name], gateway, given)',
  },
  {
    name: 'a preview that failed says that something may have been asked for',
    files: ['src/gateway/preview.ts'],
    find: 'throw error instanceof GatewayError ? withoutTransaction(error) : error;',
    put: 'throw error;',
  },
  {
    name: 'a line of other bytes than those that are signed is shown',
    files: ['src/transactions/life/summary.ts'],
    find: 'if (!message || !equalBytes(explanation.content, contentOf(message)))',
    put: 'if (!message)',
  },
];
