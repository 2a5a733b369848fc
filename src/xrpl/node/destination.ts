import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { isObject } from '../../core/json.js';
import type { Concern } from '../../transactions/index.js';
import type { XrplNode } from './node.js';
import type { Tried } from './trial.js';
import { trustLinesOf } from './trust-lines.js';

export const authorization = z.looseObject({ deposit_authorized: z.boolean() });

const NO_LINE = 'has no trust line for this token';

/** What would stop a payment as the ledger stands, for a node that makes no dry run. */
export async function readConcern(
  { node, account, fields }: Pick<Tried, 'node' | 'account' | 'fields'>,
  options: CallOptions,
): Promise<Concern | undefined> {
  const { TransactionType, Destination: destination, Amount: amount, CredentialIDs } = fields;
  if (TransactionType !== 'Payment' || typeof destination !== 'string') return undefined;
  const token = tokenIn(amount);
  const parties = { source_account: account, destination_account: destination };
  const credentials = CredentialIDs === undefined ? {} : { credentials: CredentialIDs };
  const asked = { ...parties, ...credentials, ledger_index: 'validated' };
  const [info, permission, ownLine, theirLine, { state }] = await Promise.all([
    node.accountInfo(destination, 'validated', options),
    node.read('deposit_authorized', asked, authorization, options).catch(() => undefined),
    token && hasLine(node, account, token, options),
    token && hasLine(node, destination, token, options),
    node.serverState(options),
  ]);
  const reserve = BigInt(state.validated_ledger?.reserve_base ?? 0);
  const drops = typeof amount === 'string' ? BigInt(amount) : undefined;
  if (!info) return missing(drops, reserve);
  const isLittle =
    drops !== undefined && drops <= reserve && BigInt(info.account_data.Balance) <= reserve;
  if (permission?.deposit_authorized === false && !isLittle) {
    const reason = 'the destination takes payments only from accounts that it has authorised';
    return { resultCode: 'tecNO_PERMISSION', reason };
  }
  // With `SendMax` the payment may send another token, or XRP, so the account needs no line for this one.
  if (ownLine === false && fields.SendMax === undefined) {
    return { resultCode: 'tecPATH_DRY', reason: `the account ${NO_LINE}` };
  }
  if (theirLine === false)
    return { resultCode: 'tecPATH_DRY', reason: `the destination ${NO_LINE}` };
  return undefined;
}

/** What becomes of a payment to an account that is not funded. */
function missing(drops: bigint | undefined, reserve: bigint): Concern | undefined {
  if (drops === undefined) {
    return { resultCode: 'tecNO_DST', reason: 'the destination is not funded' };
  }
  if (drops >= reserve) return undefined;
  const reason = `the destination is not funded, and funding it takes at least ${reserve} drops`;
  return { resultCode: 'tecNO_DST_INSUF_XRP', reason };
}

interface Token {
  readonly currency: string;
  readonly issuer: string;
}

function tokenIn(amount: unknown): Token | undefined {
  if (!isObject(amount)) return undefined;
  const { currency, issuer } = amount;
  return typeof currency === 'string' && typeof issuer === 'string'
    ? { currency, issuer }
    : undefined;
}

/** An issuer needs no line; an account that the node doesn't have has no line either. */
async function hasLine(
  node: XrplNode,
  account: string,
  { currency, issuer }: Token,
  options: CallOptions,
): Promise<boolean> {
  if (account === issuer) return true;
  const lines = await trustLinesOf(node, account, issuer, options).catch(() => undefined);
  return lines === undefined || lines.some((line) => line.currency === currency);
}
