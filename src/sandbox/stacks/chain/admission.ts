import {
  type ClarityAbi,
  createContractCallPayload,
  validateContractCall,
} from '@stacks/transactions';
import type { Machine, MachineCall } from '../machine.js';
import { addressPart, isOfNetwork } from '../wire/principals.js';
import { signatureRefusal } from '../wire/signature.js';
import type { StacksTransaction } from '../wire/transaction.js';
import { nonceRejection, notEnoughFunds, Rejection } from './rejection.js';

/** How far ahead of the account a nonce may be, as stacks-core has it. */
const MAX_CHAINING = 25n;
/** microSTX for each byte. */
const MIN_FEE_RATE = 1n;

/** What admission looks at. */
export interface AdmissionContext {
  readonly machine: Machine;
  readonly chainId: number;
  nonceOf(principal: string): bigint;
}

/**
 * The checks before a transaction may wait, in the node's order.
 *
 * @throws Rejection
 */
export function admit(tx: StacksTransaction, context: AdmissionContext): void {
  if (tx.network !== context.machine.network) throw new Rejection('BadTransactionVersion');
  checkPayloadAlone(tx);
  checkAuthorization(tx, context);
  const size = BigInt(tx.bytes.length);
  if (tx.fee < size * MIN_FEE_RATE) {
    const data = { expected: Number(size * MIN_FEE_RATE), actual: Number(tx.fee) };
    throw new Rejection('FeeTooLow', data);
  }
  checkNonce(tx, context.nonceOf(tx.sender));
  checkFunds(tx, context.machine);
  if (tx.payload.kind === 'contract_call') checkCall(tx, context.machine);
  if (tx.payload.kind === 'smart_contract') checkDeploy(tx, tx.payload.name, context.machine);
}

function checkPayloadAlone({ payload, sender, network }: StacksTransaction): void {
  if (payload.kind === 'coinbase') throw new Rejection('NoCoinbaseViaMempool');
  if (payload.kind === 'tenure_change') throw new Rejection('NoTenureChangeViaMempool');
  if (payload.kind !== 'token_transfer') return;
  if (payload.recipient === sender) {
    throw new Rejection('TransferRecipientCannotEqualSender', { recipient: payload.recipient });
  }
  if (payload.amount === 0n) throw new Rejection('TransferAmountMustBePositive');
  if (!isOfNetwork(payload.recipient, network)) throw new Rejection('BadAddressVersionByte');
}

function checkAuthorization(tx: StacksTransaction, { machine, chainId }: AdmissionContext): void {
  const refusal = signatureRefusal(tx.bytes);
  if (refusal !== undefined) throw new Rejection('SignatureValidation', { message: refusal });
  if (tx.chainId !== chainId) {
    const message = `invalid chain ID ${tx.chainId} (expected ${chainId})`;
    throw new Rejection('SignatureValidation', { message });
  }
  if (machine.pox === 'pox-5') return;
  const early = ({ type }: { type: string }) =>
    type === 'staking-postcondition' || type === 'pox-postcondition';
  if (tx.postConditions.some(early)) {
    const message = `Invalid tx ${tx.txid.slice(2)}: staking post-conditions not supported before epoch 4.0`;
    throw new Rejection('SignatureValidation', { message });
  }
}

function checkNonce(tx: StacksTransaction, expected: bigint): void {
  const nonces = { expected, actual: tx.nonce, principal: tx.sender };
  if (tx.nonce < expected) throw nonceRejection('BadNonce', nonces);
  const furthest = expected + 1n + MAX_CHAINING;
  if (tx.nonce > furthest) {
    throw nonceRejection('TooMuchChaining', { ...nonces, expected: furthest });
  }
}

function checkFunds(tx: StacksTransaction, machine: Machine): void {
  const amount = tx.payload.kind === 'token_transfer' ? tx.payload.amount : 0n;
  const { unlocked } = machine.account(tx.sender);
  if (unlocked < amount + tx.fee) throw notEnoughFunds(amount + tx.fee, unlocked);
}

function checkCall(tx: StacksTransaction, machine: Machine): void {
  if (tx.payload.kind !== 'contract_call') return;
  const { contract, functionName } = tx.payload;
  if (!isOfNetwork(addressPart(contract), tx.network)) {
    throw new Rejection('BadAddressVersionByte');
  }
  const abi = machine.interfaceOf(contract);
  if (abi === undefined) throw new Rejection('NoSuchContract');
  const found = abi.functions.find(({ name }) => name === functionName);
  if (found?.access !== 'public') throw new Rejection('NoSuchPublicFunction');
  const message = argumentsRefusal(abi, tx.payload);
  if (message !== undefined) throw new Rejection('BadFunctionArgument', { message });
}

/** Why arguments do not fit a function, by the chain's own library. */
export function argumentsRefusal(
  abi: ClarityAbi,
  { contract, functionName, args }: Omit<MachineCall, 'sender'>,
): string | undefined {
  const [address = '', name = ''] = contract.split('.');
  const payload = createContractCallPayload(address, name, functionName, [...args]);
  try {
    validateContractCall(payload, abi);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function checkDeploy(tx: StacksTransaction, name: string, machine: Machine): void {
  const id = `${tx.sender}.${name}`;
  if (machine.interfaceOf(id) !== undefined) {
    throw new Rejection('ContractAlreadyExists', { contract_identifier: id });
  }
}
