import { isObject } from '../../core/json.js';
import { badRequest } from './api-error.js';
import { isAlgorithm } from './assets.js';
import { type CustodyRequest, type MessageToSign, readSource } from './request.js';
import { pathOf, supportedAsset, type Vaults } from './vaults.js';

const MAX_MESSAGES = 127;
const DIGEST_DIGITS = 64;

type RawPart = Pick<CustodyRequest, 'operation' | 'messages' | 'sourceId' | 'failure'>;

/** What a RAW request wants signed. What is wrong with its messages fails it only later. */
export function readRaw(body: Record<string, unknown>, vaults: Vaults): RawPart {
  const source = readSource(body);
  const extra = body.extraParameters;
  const data = isObject(extra) ? extra.rawMessageData : undefined;
  const list = isObject(data) ? data.messages : undefined;
  if (!isObject(data) || !Array.isArray(list)) {
    throw badRequest('extraParameters.rawMessageData.messages is required for RAW');
  }
  const head = { operation: 'RAW', ...(source === undefined ? {} : { sourceId: source }) } as const;
  if (list.length === 0 || list.length > MAX_MESSAGES) {
    const subStatus = list.length === 0 ? 'RAW_MSG_EMPTY_OR_INVALID' : 'RAW_MSG_LEN_INVALID';
    return {
      ...head,
      messages: [],
      failure: { subStatus, errorDescription: `${list.length} messages` },
    };
  }
  const assetId = body.assetId;
  const addressing = { source, assetId, algorithm: data.algorithm, vaults };
  const messages: MessageToSign[] = [];
  for (const entry of list) {
    const read = readMessage(entry, addressing);
    if ('subStatus' in read) return { ...head, messages: [], failure: read };
    messages.push(read);
  }
  return { ...head, messages };
}

interface Addressing {
  readonly source: string | undefined;
  readonly assetId: unknown;
  readonly algorithm: unknown;
  readonly vaults: Vaults;
}

type Failure = NonNullable<CustodyRequest['failure']>;

function readMessage(entry: unknown, addressing: Addressing): MessageToSign | Failure {
  const message = isObject(entry) ? entry : {};
  const key = keyOf(message, addressing);
  if ('subStatus' in key) return key;
  const content = message.content;
  if (typeof content !== 'string' || !/^(?:[0-9a-fA-F]{2})+$/.test(content)) {
    return { subStatus: 'RAW_MSG_EMPTY_OR_INVALID', errorDescription: 'content must be hex' };
  }
  if (key.algorithm !== 'MPC_EDDSA_ED25519' && content.length !== DIGEST_DIGITS) {
    return { subStatus: 'RAW_MSG_LEN_INVALID', errorDescription: 'a digest must be 32 bytes' };
  }
  return { content, ...key };
}

/** By asset and vault account, or by a full path and an algorithm; never by some of each. */
function keyOf(
  message: Record<string, unknown>,
  { source, assetId, algorithm, vaults }: Addressing,
): Pick<MessageToSign, 'algorithm' | 'derivationPath'> | Failure {
  const path = message.derivationPath;
  const mixed: Failure = {
    subStatus: 'UNALLOWED_RAW_PARAM_COMBINATION',
    errorDescription: 'give an asset and a vault account, or a path and an algorithm',
  };
  if (path !== undefined) {
    if (assetId !== undefined || source !== undefined) return mixed;
    if (!isPath(path) || !isAlgorithm(algorithm)) return mixed;
    return { algorithm, derivationPath: path };
  }
  if (typeof assetId !== 'string' || source === undefined || algorithm !== undefined) return mixed;
  const asset = vaults.wallet(source, supportedAsset(assetId).id);
  const change = indexOf(message.bip44change);
  const index = indexOf(message.bip44addressIndex);
  return { algorithm: asset.algorithm, derivationPath: pathOf(asset, source, change, index) };
}

function isPath(value: unknown): value is number[] {
  return Array.isArray(value) && value.length === 5 && value.every(isIndex);
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31;
}

function indexOf(value: unknown): number {
  if (value === undefined) return 0;
  if (!isIndex(value)) throw badRequest('bip44change and bip44addressIndex must be integers');
  return value;
}
