import {
  addressToString,
  Cl,
  deserializeTransaction,
  isContractCallPayload,
  isTokenTransferPayload,
  PostConditionMode,
  type StacksTransactionWire,
  serializeCV,
  serializePostConditionWire,
} from '@stacks/transactions';
import type { Content, ContractCall, UnsignedTransaction } from './transaction.js';

/** The content of a transaction, read from its bytes; `undefined` for kinds that are not made here. */
export function contentOf({ hex }: UnsignedTransaction): Content | undefined {
  return contentIn(deserializeTransaction(hex));
}

export function contentIn(wire: StacksTransactionWire): Content | undefined {
  const { payload } = wire;
  if (isTokenTransferPayload(payload)) {
    const recipient = Cl.stringify(payload.recipient).slice(1);
    const memo = payload.memo.content;
    return { kind: 'transfer', recipient, amount: BigInt(payload.amount), memo };
  }
  if (!isContractCallPayload(payload)) return undefined;
  const { contractAddress, contractName, functionName, functionArgs } = payload;
  return {
    kind: 'contract-call',
    contract: `${addressToString(contractAddress)}.${contractName.content}`,
    functionName: functionName.content,
    functionArgs: functionArgs.map((arg) => serializeCV(arg)),
    postConditions: wire.postConditions.values.flatMap((condition) =>
      'conditionType' in condition ? [serializePostConditionWire(condition)] : [],
    ),
    postConditionMode: modeOf(wire.postConditionMode),
  };
}

export function modeOf(mode: PostConditionMode): ContractCall['postConditionMode'] {
  if (mode === PostConditionMode.Allow) return 'allow';
  return mode === PostConditionMode.Deny ? 'deny' : 'originator';
}
