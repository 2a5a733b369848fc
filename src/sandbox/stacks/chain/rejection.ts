/** Thrown for a transaction that the node does not take; worded as the node words it. */
export class Rejection extends Error {
  readonly reason: string;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** Whose rejection it is, where the bytes could at least be read. */
  txid: string | undefined;

  constructor(reason: string, data?: Readonly<Record<string, unknown>>) {
    super(reason);
    this.reason = reason;
    this.data = data;
  }

  /** The body of the node's 400. */
  toJson(): Record<string, unknown> {
    return {
      error: 'transaction rejected',
      reason: this.reason,
      ...(this.data === undefined ? {} : { reason_data: this.data }),
      ...(this.txid === undefined ? {} : { txid: this.txid.slice(2) }),
    };
  }
}

/** A nonce that is spent, or too far ahead. */
export function nonceRejection(
  reason: 'BadNonce' | 'TooMuchChaining',
  { expected, actual, principal }: { expected: bigint; actual: bigint; principal: string },
): Rejection {
  const data = { expected: Number(expected), actual: Number(actual), is_origin: true, principal };
  return reason === 'BadNonce'
    ? new Rejection(reason, data)
    : new Rejection(reason, { message: 'Nonce would exceed chaining limit in mempool', ...data });
}

export function notEnoughFunds(expected: bigint, actual: bigint): Rejection {
  return new Rejection('NotEnoughFunds', { expected: hex128(expected), actual: hex128(actual) });
}

/** 16 bytes, as the node writes balances. */
export function hex128(value: bigint): string {
  return `0x${value.toString(16).padStart(32, '0')}`;
}
