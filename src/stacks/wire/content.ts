import type { Content, UnsignedTransaction } from './transaction.js';
import { memoText } from './transaction-payload.js';
import { decodeTransaction, type WireTransaction } from './wire-transaction.js';

/** The content of a transaction, read from its bytes; `undefined` for kinds that are not made here. */
export function contentOf({ hex }: UnsignedTransaction): Content | undefined {
  return contentIn(decodeTransaction(hex));
}

export function contentIn(wire: WireTransaction): Content | undefined {
  const { payload, postConditions, postConditionMode } = wire;
  switch (payload.kind) {
    case 'transfer':
      return { ...payload, memo: memoText(payload.memo) };
    case 'contract-call':
      return { ...payload, postConditions, postConditionMode };
    case 'deployment':
      return undefined;
  }
}
