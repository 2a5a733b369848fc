import { requestSignerHandler } from '../../handlers.js';
import { openApiDocument } from '../../http/docs/open-api.js';
import { RequestSigner } from '../../requests/index.js';
import { errorSchema } from '../../server/documented-errors.js';
import type { ServedProxy, SettledProxy } from './proxy.js';
import { signerIn } from './signing-settings.js';

const TITLE = 'Signed headers of requests';
const OPERATION = { name: 'headers', method: 'POST', path: '/headers' } as const;

const BODY = {
  type: 'object',
  required: ['method', 'path'],
  additionalProperties: false,
  properties: {
    method: { type: 'string' },
    path: { type: 'string', description: 'Path and query, as they are sent.' },
    body: { type: 'string', description: 'The exact text that is sent.' },
  },
};

/** The signer alone, for callers that send their requests themselves. */
export const servedRequestSigner: ServedProxy = {
  read: (environment) => {
    const signer = signerIn(environment);
    return signer && settled(signer);
  },
  onSandbox: ({ provider }) => settled(new RequestSigner(provider.credentials)),
};

function settled(signer: RequestSigner): SettledProxy {
  return {
    description: 'signed headers',
    title: TITLE,
    name: 'requests',
    operations: [OPERATION],
    document: async (version, access) =>
      openApiDocument({
        title: TITLE,
        version,
        description: 'Every caller that is let in may do whatever the key may do.',
        access,
        schemas: { Error: errorSchema() },
        operations: [
          {
            operationId: OPERATION.name,
            method: OPERATION.method,
            path: OPERATION.path,
            tag: 'requests',
            summary: 'The headers to send the request with.',
            body: BODY,
            success: ['200', { type: 'object', additionalProperties: { type: 'string' } }],
            failures: {
              400: 'The request can’t be sent as given.',
              401: 'The caller is not known.',
            },
          },
        ],
      }),
    open: ({ fetch: _, ...options }) => requestSignerHandler(signer, options),
  };
}
