import * as z from 'zod/mini';
import type { CallSettings } from '../../core/calls.js';
import {
  assertCancelled,
  cancelledTransaction,
  custodyTransaction,
  type FireblocksClient,
  NEWEST_FIRST,
  publicKeyInfo,
  vaultAccount,
} from '../client.js';
import { type SdkAnswer, SdkCalls } from './sdk-calls.js';

type TsSdkAnswer = Promise<SdkAnswer>;

/**
 * The part of the `Fireblocks` of `@fireblocks/ts-sdk` that is used. docs/guides/bring-your-own.md lists the
 * versions that it was run with.
 */
export interface TsSdkLike {
  /** Makes, reads, lists and cancels transactions. */
  readonly transactions: {
    /** `POST /v1/transactions`. */
    createTransaction(request: { readonly transactionRequest?: object }): TsSdkAnswer;
    /** `GET /v1/transactions/{txId}`. */
    getTransaction(request: { readonly txId: string }): TsSdkAnswer;
    /** `GET /v1/transactions/external_tx_id/{externalTxId}`. */
    getTransactionByExternalId(request: { readonly externalTxId: string }): TsSdkAnswer;
    /** `GET /v1/transactions`. Times are Unix time in milliseconds, as text. */
    getTransactions(request: {
      readonly limit?: number;
      readonly orderBy?: 'createdAt';
      readonly sort?: 'DESC';
      readonly sourceType?: 'VAULT_ACCOUNT';
      readonly sourceId?: string;
      readonly after?: string;
      readonly before?: string;
    }): TsSdkAnswer;
    /** `POST /v1/transactions/{txId}/cancel`. */
    cancelTransaction(request: { readonly txId: string }): TsSdkAnswer;
  };
  /** Reads vault accounts and public keys. */
  readonly vaults: {
    /** `GET /v1/vault/accounts/{vaultAccountId}`. */
    getVaultAccount(request: { readonly vaultAccountId: string }): TsSdkAnswer;
    /** `GET /v1/vault/public_key_info`, for a key by its path. */
    getPublicKeyInfo(request: {
      readonly derivationPath: string;
      readonly algorithm: string;
      readonly compressed?: boolean;
    }): TsSdkAnswer;
    /** The key of a vault account's wallet of an asset. */
    getPublicKeyInfoForAddress(request: {
      readonly vaultAccountId: string;
      readonly assetId: string;
      readonly change: number;
      readonly addressIndex: number;
      readonly compressed?: boolean;
    }): TsSdkAnswer;
  };
}

/**
 * Lets a `Fireblocks` of `@fireblocks/ts-sdk` that you already have make the calls (its base path ends in `/v1`).
 * Errors, retries and time limits are those of {@link FireblocksRestClient}; the SDK's own errors, which hold your
 * token, are never passed on. Two differences are due to the SDK: when a call is aborted, its request goes on, and
 * redirects are followed.
 *
 * @example
 * ```ts
 * import { Fireblocks } from '@fireblocks/ts-sdk';
 * import { clientFromTsSdk, FireblocksRawSigner } from 'custody-gateways/fireblocks';
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const { apiKey, apiSecret: secretKey, url } = sandbox.custody;
 * const client = clientFromTsSdk(new Fireblocks({ apiKey, secretKey, basePath: `${url}/v1` }));
 * const signer = new FireblocksRawSigner({ client });
 * await signer.getPublicKey({ algorithm: 'ecdsa-secp256k1', id: '0', assetId: 'XRP_TEST' });
 * await sandbox.stop();
 * ```
 */
export function clientFromTsSdk(sdk: TsSdkLike, settings: CallSettings = {}): FireblocksClient {
  const calls = new SdkCalls(settings);
  return {
    createTransaction: (transactionRequest, options) =>
      calls.run(
        custodyTransaction,
        options,
        () => sdk.transactions.createTransaction({ transactionRequest }),
        transactionRequest,
      ),
    getTransaction: (txId, options) =>
      calls.run(custodyTransaction, options, () => sdk.transactions.getTransaction({ txId })),
    getTransactionByExternalId: (externalTxId, options) =>
      calls.run(custodyTransaction, options, () =>
        sdk.transactions.getTransactionByExternalId({ externalTxId }),
      ),
    listTransactions: ({ limit, sourceId, after, before }, options) =>
      calls.run(z.array(custodyTransaction), options, () =>
        sdk.transactions.getTransactions({
          ...NEWEST_FIRST,
          limit,
          ...(sourceId === undefined ? {} : { sourceId }),
          ...(after === undefined ? {} : { after: String(after) }),
          ...(before === undefined ? {} : { before: String(before) }),
        }),
      ),
    cancelTransaction: async (txId, options) =>
      assertCancelled(
        await calls.run(cancelledTransaction, options, () =>
          sdk.transactions.cancelTransaction({ txId }),
        ),
      ),
    getVaultAccount: (vaultAccountId, options) =>
      calls.run(vaultAccount, options, () => sdk.vaults.getVaultAccount({ vaultAccountId })),
    getPublicKeyByPath: (path, algorithm, options) =>
      calls.run(publicKeyInfo, options, () => {
        const derivationPath = JSON.stringify(path);
        return sdk.vaults.getPublicKeyInfo({ derivationPath, algorithm, compressed: true });
      }),
    getPublicKeyByAsset: (address, options) =>
      calls.run(publicKeyInfo, options, () =>
        sdk.vaults.getPublicKeyInfoForAddress({ ...address, compressed: true }),
      ),
  };
}
