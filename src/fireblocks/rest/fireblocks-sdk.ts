import * as z from 'zod/mini';
import type { CallSettings } from '../../core/calls.js';
import type { CallOptions } from '../../core/clock.js';
import {
  assertCancelled,
  type CreateTransactionRequest,
  cancelledTransaction,
  custodyTransaction,
  type FireblocksClient,
  NEWEST_FIRST,
  publicKeyInfo,
  vaultAccount,
} from '../client.js';
import { checkVaultAccountId } from './addressing.js';
import { SdkCalls } from './sdk-calls.js';

/**
 * The part of the `FireblocksSDK` of `fireblocks-sdk` that is used. docs/guides/bring-your-own.md lists the
 * versions that it was run with.
 */
export interface FireblocksSdkLike {
  /** `POST /v1/transactions`. */
  createTransaction(transaction: object): Promise<unknown>;
  /** `GET /v1/transactions/{id}`. */
  getTransactionById(id: string): Promise<unknown>;
  /** `GET /v1/transactions/external_tx_id/{externalTxId}`. */
  getTransactionByExternalTxId(externalTxId: string): Promise<unknown>;
  /** `GET /v1/transactions`. Times are Unix time in milliseconds. */
  getTransactions(filter: {
    limit?: number;
    orderBy?: string;
    sort?: string;
    sourceType?: string;
    sourceId?: string;
    after?: number;
    before?: number;
  }): Promise<unknown>;
  /** `POST /v1/transactions/{id}/cancel`. */
  cancelTransactionById(id: string): Promise<unknown>;
  /** `GET /v1/vault/accounts/{vaultAccountId}`. */
  getVaultAccountById(vaultAccountId: string): Promise<unknown>;
  /** `GET /v1/vault/public_key_info`, for a key by its path. */
  getPublicKeyInfo(args: {
    derivationPath?: number[];
    algorithm?: string;
    compressed?: boolean;
  }): Promise<unknown>;
  /** The key of a vault account's wallet of an asset. */
  getPublicKeyInfoForVaultAccount(args: {
    vaultAccountId: number;
    assetId: string;
    change: number;
    addressIndex: number;
    compressed?: boolean;
  }): Promise<unknown>;
}

/**
 * Lets a `FireblocksSDK` that you already have make the calls (its base URL comes without `/v1`). Errors, retries and
 * time limits are those of {@link FireblocksRestClient}; the SDK's own errors, which hold your token, are never
 * passed on. Two differences are due to the SDK: when a call is aborted, its request goes on, and redirects are
 * followed.
 *
 * @example
 * ```ts
 * import { clientFromFireblocksSdk, FireblocksRawSigner } from 'custody-gateways/fireblocks';
 * import { startSandbox } from 'custody-gateways/sandbox';
 * import { FireblocksSDK } from 'fireblocks-sdk';
 *
 * const sandbox = await startSandbox();
 * const { apiKey, apiSecret, url } = sandbox.custody;
 * const client = clientFromFireblocksSdk(new FireblocksSDK(apiSecret, apiKey, url));
 * const signer = new FireblocksRawSigner({ client });
 * await signer.getPublicKey({ algorithm: 'ecdsa-secp256k1', id: '0', assetId: 'XRP_TEST' });
 * await sandbox.stop();
 * ```
 */
export function clientFromFireblocksSdk(
  sdk: FireblocksSdkLike,
  settings: CallSettings = {},
): FireblocksClient {
  const calls = new SdkCalls(settings);
  const run = <S extends z.ZodMiniType>(
    schema: S,
    options: CallOptions | undefined,
    work: () => Promise<unknown>,
    created?: CreateTransactionRequest,
  ) => calls.run(schema, options, async () => ({ data: await work() }), created);
  // The SDK puts ids into its URLs without escaping them.
  const escaped = encodeURIComponent;
  return {
    createTransaction: (request, options) =>
      run(custodyTransaction, options, () => sdk.createTransaction(request), request),
    getTransaction: (id, options) =>
      run(custodyTransaction, options, () => sdk.getTransactionById(escaped(id))),
    getTransactionByExternalId: (id, options) =>
      run(custodyTransaction, options, () => sdk.getTransactionByExternalTxId(escaped(id))),
    listTransactions: (query, options) =>
      run(z.array(custodyTransaction), options, () =>
        sdk.getTransactions({ ...query, ...NEWEST_FIRST }),
      ),
    cancelTransaction: async (id, options) =>
      assertCancelled(
        await run(cancelledTransaction, options, () => sdk.cancelTransactionById(escaped(id))),
      ),
    getVaultAccount: (id, options) =>
      run(vaultAccount, options, () => sdk.getVaultAccountById(escaped(id))),
    getPublicKeyByPath: (path, algorithm, options) =>
      run(publicKeyInfo, options, () => {
        // The API takes JSON, and version 3.1 writes the path into its URL with the path's own `toString`.
        const derivationPath = Object.assign([...path], { toString: () => JSON.stringify(path) });
        return sdk.getPublicKeyInfo({ derivationPath, algorithm, compressed: true });
      }),
    getPublicKeyByAsset: ({ vaultAccountId, assetId, change, addressIndex }, options) =>
      run(publicKeyInfo, options, () =>
        sdk.getPublicKeyInfoForVaultAccount({
          vaultAccountId: Number(checkVaultAccountId(vaultAccountId)),
          assetId: escaped(assetId),
          change,
          addressIndex,
          compressed: true,
        }),
      ),
  };
}
