import { isObject } from '../../core/json.js';
import { badRequest } from './api-error.js';
import type { CustodyAlgorithm, CustodyAsset } from './assets.js';
import type { DerivationPath } from './keys.js';

/**
 * One message of a RAW request, and the key that is to sign it.
 *
 * @example
 * ```ts
 * import { type MessageToSign, startSandbox } from 'custody-gateways/sandbox';
 *
 * const usesVault = (vault: number) => (message: MessageToSign) => message.derivationPath[2] === vault;
 * const sandbox = await startSandbox({
 *   approvals: ({ messages }) => (messages.every(usesVault(0)) ? 'approve' : 'block'),
 * });
 * await sandbox.stop();
 * ```
 */
export interface MessageToSign {
  /** Hex, as received. */
  readonly content: string;
  /** Of the key: the request's, or that of the asset that it names. */
  readonly algorithm: CustodyAlgorithm;
  /** Of the key, in full, also where the request named a vault account and an asset. */
  readonly derivationPath: DerivationPath;
}

/** Where a transfer goes. */
export interface Destination {
  readonly type: string;
  readonly id?: string;
  readonly address?: string;
  readonly tag?: string;
}

/** What `POST /v1/transactions` asked for, understood. */
export interface CustodyRequest {
  readonly operation: 'RAW' | 'TRANSFER';
  readonly externalTxId?: string;
  readonly customerRefId?: string;
  readonly note?: string;
  readonly assetId?: string;
  readonly sourceId?: string;
  readonly extraParameters?: unknown;
  /** The window for approval and signature, in seconds. */
  readonly expiresAfterSeconds: number;
  readonly messages: readonly MessageToSign[];
  readonly transfer?: {
    readonly asset: CustodyAsset;
    /** Whole units, as received. */
    readonly amount: string;
    readonly treatAsGrossAmount: boolean;
    readonly destination: Destination;
  };
  /** Why it ends in `FAILED` right after it was taken. */
  readonly failure?: { readonly subStatus: string; readonly errorDescription: string };
}

/** The vault account that a request names, if it names one. */
export function readSource(body: Record<string, unknown>): string | undefined {
  const source = body.source;
  if (!isObject(source) || source.type !== 'VAULT_ACCOUNT') {
    throw badRequest('source.type must be VAULT_ACCOUNT');
  }
  const id = source.id;
  if (id === undefined || id === null) return undefined;
  return typeof id === 'number' ? `${id}` : String(id);
}
