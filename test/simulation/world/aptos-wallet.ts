import { hexOf } from '../../../src/aptos/wire/bcs/codec.js';
import { signedTransaction, signingMessage } from '../../../src/aptos/wire/signing.js';
import type { RawTransaction } from '../../../src/aptos/wire/transaction.js';
import type { OtherWallet } from './chain-world.js';

/** Units of gas, octas for each, and for how long it may wait. */
const GAS = 2_000n;
const PRICE = 150n;
const LIFETIME_SECONDS = 600n;

interface TransferTerms {
  readonly sender: string;
  readonly payee: string;
  readonly octas: bigint;
  readonly sequenceNumber: bigint;
  readonly chainId: number;
  readonly nowMs: number;
}

/** A transfer as another tool builds it. */
export function transferElsewhere(terms: TransferTerms): RawTransaction {
  const { sender, payee, octas, sequenceNumber, chainId, nowMs } = terms;
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(octas);
  return {
    sender,
    sequenceNumber,
    payload: {
      kind: 'entry-function',
      function: '0x1::aptos_account::transfer',
      typeArguments: [],
      arguments: [payee, hexOf(amount)],
    },
    maxGasAmount: GAS,
    gasUnitPrice: PRICE,
    expirationTimestampSecs: BigInt(Math.floor(nowMs / 1_000)) + LIFETIME_SECONDS,
    chainId,
  };
}

/** The BCS of the signed transaction. */
export async function signElsewhere(
  transaction: RawTransaction,
  { key }: OtherWallet,
): Promise<Uint8Array> {
  const { hex } = await key.sign(signingMessage(transaction));
  const [publicKey, signature] = [key.publicKey, hex].map((text) =>
    Uint8Array.from(Buffer.from(text, 'hex')),
  );
  if (!publicKey || !signature) throw new Error('a key signs');
  return signedTransaction(transaction, [{ publicKey, signature }]).bytes;
}
