import type {
  NativeTransferRequest,
  RawSignature,
  SigningMessage,
  SigningRecord,
} from '../../../src/signer/index.js';

/** What the custody is asked for, under an id of the asker's. */
export type Asked =
  | {
      readonly kind: 'raw';
      readonly messages: readonly SigningMessage[];
      readonly payload: unknown;
    }
  | { readonly kind: 'native-transfer'; readonly transfer: NativeTransferRequest };

/** A request as the custody keeps it. */
export interface FakeRequest {
  readonly id: string;
  readonly externalId: string;
  readonly note: string | undefined;
  readonly asked: Asked;
  readonly createdAt: number;
  readonly expiresAt: number;
  status: string;
  subStatus: string | undefined;
  signatures: readonly RawSignature[] | undefined;
  txHash: string | undefined;
}

/** Where a request stands, in a signer's words. */
export function recordOf(request: FakeRequest): SigningRecord {
  const { asked, id, externalId, status, subStatus, note, signatures, txHash } = request;
  const raw = asked.kind === 'raw' ? asked : undefined;
  return {
    idempotencyKey: externalId,
    providerId: id,
    kind: asked.kind,
    state: stateOf(status),
    status,
    messages: raw?.messages.map(contentOf) ?? [],
    unhashedPayload: raw?.payload,
    createdAt: request.createdAt,
    expiresAt: request.expiresAt,
    ...(subStatus === undefined ? {} : { subStatus }),
    ...(note === undefined ? {} : { note }),
    ...(signatures === undefined ? {} : { signatures }),
    ...(txHash === undefined ? {} : { txHash }),
  };
}

export function contentOf(message: SigningMessage): Uint8Array {
  return message.kind === 'digest' ? message.digest : message.bytes;
}

function stateOf(status: string): SigningRecord['state'] {
  if (status === 'COMPLETED') return 'signed';
  const lives = ['PENDING_AUTHORIZATION', 'CANCELLING', 'BROADCASTING'].includes(status);
  return lives ? 'pending' : 'rejected';
}
