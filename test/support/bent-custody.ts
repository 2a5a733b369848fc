import {
  type CustodyTransaction,
  type FireblocksClient,
  FireblocksRawSigner,
  FireblocksRestClient,
} from '../../src/custody/index.js';
import type { Sandbox } from '../../src/sandbox/index.js';
import { FAST } from './world.js';

/** A signer whose custody tells of its transactions what a test makes of them. */
export function signerOverBent(
  { custody }: Pick<Sandbox, 'custody'>,
  edit: (transaction: CustodyTransaction) => CustodyTransaction,
): FireblocksRawSigner {
  const { apiKey, apiSecret, url: basePath } = custody;
  const plain = new FireblocksRestClient({ apiKey, apiSecret, basePath });
  const client: FireblocksClient = {
    createTransaction: (request, options) => plain.createTransaction(request, options),
    getTransaction: async (id, options) => edit(await plain.getTransaction(id, options)),
    getTransactionByExternalId: async (id, options) =>
      edit(await plain.getTransactionByExternalId(id, options)),
    listTransactions: async (query, options) =>
      (await plain.listTransactions(query, options)).map(edit),
    cancelTransaction: (id, options) => plain.cancelTransaction(id, options),
    getPublicKeyByPath: (...args) => plain.getPublicKeyByPath(...args),
    getPublicKeyByAsset: (...args) => plain.getPublicKeyByAsset(...args),
  };
  return new FireblocksRawSigner({ client, polling: FAST });
}
