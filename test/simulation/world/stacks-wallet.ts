import {
  AuthType,
  createMessageSignature,
  makeUnsignedSTXTokenTransfer,
  type StacksTransactionWire,
  sigHashPreSign,
} from '@stacks/transactions';
import type { OtherWallet } from './chain-world.js';

interface TransferTerms {
  readonly payee: string;
  readonly ustx: bigint;
  readonly fee: bigint;
  readonly nonce: bigint;
  readonly publicKey: string;
}

/** A transfer as another tool builds it. */
export function transferElsewhere({
  payee: recipient,
  ustx: amount,
  ...terms
}: TransferTerms): Promise<StacksTransactionWire> {
  return makeUnsignedSTXTokenTransfer({ ...terms, recipient, amount, network: 'testnet' });
}

/** The bytes of the signed transaction, hex. */
export async function signElsewhere(
  transaction: StacksTransactionWire,
  { key }: OtherWallet,
): Promise<string> {
  const { spendingCondition: condition } = transaction.auth;
  if (!('signature' in condition)) throw new Error('one key signs');
  const { fee, nonce } = condition;
  const digest = sigHashPreSign(transaction.signBegin(), AuthType.Standard, fee, nonce);
  const { hex, recoveryId } = await key.sign(Buffer.from(digest, 'hex'));
  condition.signature = createMessageSignature(`0${recoveryId}${hex}`);
  return transaction.serialize();
}
