import { type Address, addressBytes, addressFrom, ZERO } from '../address.js';
import { BcsReader } from '../bcs/reader.js';
import { uleb } from '../bcs/writer.js';
import { sha3, sha3Hex } from '../hashing.js';
import { type Authenticator, isSignatureOf, readAuthenticator } from './authenticator.js';
import { type Payload, readPayload } from './payload.js';

/** A transaction as it was submitted, decoded. */
export interface SignedTransaction {
  /** `0x` and 64 digits: over all bytes, signatures included. */
  readonly hash: string;
  /** All of it, as it was submitted. */
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly sender: Address;
  readonly sequenceNumber: bigint;
  readonly payload: Payload;
  readonly maxGasAmount: bigint;
  readonly gasUnitPrice: bigint;
  /** Seconds since 1970. */
  readonly expiration: bigint;
  readonly chainId: number;
  readonly authenticator: Authenticator;
  /** What was signed, but for the prefix. */
  readonly raw: Uint8Array;
}

const TRANSACTION_PREFIX = sha3('APTOS::Transaction');
const USER_TRANSACTION = Uint8Array.of(0);

/** @throws MalformedBcs @throws NotModelled */
export function readSignedTransaction(bytes: Uint8Array): SignedTransaction {
  const reader = new BcsReader(bytes);
  const sender = addressFrom(reader.fixed(32));
  const sequenceNumber = reader.u64();
  const payload = readPayload(reader);
  const head = {
    sender,
    sequenceNumber,
    payload,
    maxGasAmount: reader.u64(),
    gasUnitPrice: reader.u64(),
    expiration: reader.u64(),
    chainId: reader.u8(),
  };
  const raw = reader.since(0);
  const authenticator = readAuthenticator(reader);
  reader.end();
  const hash = sha3Hex(TRANSACTION_PREFIX, USER_TRANSACTION, bytes);
  return { ...head, hash, bytes, size: bytes.length, raw, authenticator };
}

const RAW_PREFIX = sha3('APTOS::RawTransaction');
const RAW_WITH_DATA_PREFIX = sha3('APTOS::RawTransactionWithData');
const MULTI_AGENT = Uint8Array.of(0);
const FEE_PAYER = Uint8Array.of(1);

/** Whether every named account has signed. Whose keys these are is not looked at here. */
export function isSigned({ raw, authenticator }: SignedTransaction): boolean {
  if (authenticator.kind === 'single') {
    return isSignatureOf(authenticator.sender, Buffer.concat([RAW_PREFIX, raw]));
  }
  const { sender, secondary } = authenticator;
  const addresses = secondary.map(({ address }) => addressBytes(address));
  const agents = [uleb(secondary.length), ...addresses];
  const signatures = [sender, ...secondary.map(({ signature }) => signature)];
  if (authenticator.kind === 'multi-agent') {
    const message = Buffer.concat([RAW_WITH_DATA_PREFIX, MULTI_AGENT, raw, ...agents]);
    return signatures.every((signature) => isSignatureOf(signature, message));
  }
  const { feePayer } = authenticator;
  const paidBy = (payer: Address) =>
    Buffer.concat([RAW_WITH_DATA_PREFIX, FEE_PAYER, raw, ...agents, addressBytes(payer)]);
  // An account that does not pay may sign before the payer is known: over the zero address.
  const messages = [paidBy(ZERO), paidBy(feePayer.address)];
  const known = signatures.every((signature) =>
    messages.some((message) => isSignatureOf(signature, message)),
  );
  return known && isSignatureOf(feePayer.signature, paidBy(feePayer.address));
}

/** Who answers for the transaction: the sender, then the others in their order. */
export function signersOf({ sender, authenticator }: SignedTransaction): readonly Address[] {
  if (authenticator.kind === 'single') return [sender];
  return [sender, ...authenticator.secondary.map(({ address }) => address)];
}

/** Who pays for the gas. */
export function gasPayerOf({ sender, authenticator }: SignedTransaction): Address {
  return authenticator.kind === 'fee-payer' ? authenticator.feePayer.address : sender;
}
