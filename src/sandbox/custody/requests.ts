import { isObject } from '../../core/json.js';
import { badRequest } from './api-error.js';
import { readRaw } from './raw-requests.js';
import type { CustodyRequest } from './request.js';
import { readTransfer } from './transfer-requests.js';
import type { Vaults } from './vaults.js';

const DEFAULT_WINDOW_SECONDS = 7_200;

/** @throws ApiError 400 or 404 when the request is not taken at all. */
export function readRequest(body: unknown, vaults: Vaults): CustodyRequest {
  if (!isObject(body)) throw badRequest('The request body must be a JSON object');
  const operation = body.operation ?? 'TRANSFER';
  if (operation === 'RAW') return { ...common(body), ...readRaw(body, vaults) };
  if (operation === 'TRANSFER') return { ...common(body), ...readTransfer(body, vaults) };
  throw badRequest(`The sandbox does not model the operation ${String(operation)}`);
}

function common(body: Record<string, unknown>) {
  return {
    ...optionalText(body, 'externalTxId'),
    ...optionalText(body, 'customerRefId'),
    ...optionalText(body, 'note'),
    ...optionalText(body, 'assetId'),
    ...(body.extraParameters === undefined ? {} : { extraParameters: body.extraParameters }),
    expiresAfterSeconds: windowOf(body.configurations),
  };
}

function optionalText<Name extends string>(
  body: Record<string, unknown>,
  name: Name,
): { [key in Name]?: string } {
  const value = body[name];
  if (value === undefined || value === null) return {};
  if (typeof value !== 'string') throw badRequest(`${name} must be a string`);
  const field: { [key in Name]?: string } = {};
  field[name] = value;
  return field;
}

function windowOf(configurations: unknown): number {
  const seconds = isObject(configurations) ? configurations.expiresAfterSeconds : undefined;
  if (seconds === undefined) return DEFAULT_WINDOW_SECONDS;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds <= 0) {
    throw badRequest('configurations.expiresAfterSeconds must be a positive integer');
  }
  return seconds;
}
