import { InvalidInputError } from '../../core/errors.js';
import { MAX_SEQUENCE_NUMBER } from '../result.js';
import type { UnsignedTransaction } from '../wire/transaction.js';
import type { Cosigners } from './building.js';
import { nonceOf } from './terms.js';

/** Stands where an address still has to be filled in. */
const NOBODYS_ADDRESS = `0x${'0'.repeat(64)}`;

/** Who signs a transaction, and for which chain. */
interface Signing {
  readonly chainId: number;
  readonly address: string;
  readonly cosigners: Cosigners;
}

/**
 * A transaction that was built elsewhere, with all its signers: those that it names have to be those of the call, and a
 * payer that it leaves open is filled in.
 *
 * @throws InvalidInputError
 */
export function givenTransaction(
  transaction: UnsignedTransaction,
  { chainId, address, cosigners: { secondary, feePayer } }: Signing,
): UnsignedTransaction {
  if (transaction.chainId !== chainId) {
    throw new InvalidInputError('transaction.chainId', `must be ${chainId}`);
  }
  if (transaction.sender !== address) {
    throw new InvalidInputError('transaction.sender', "must be the vault account's address");
  }
  if (nonceOf(transaction) !== undefined) {
    const reason = 'must have a sequence number; transferMove makes orderless transactions';
    throw new InvalidInputError('transaction.sequenceNumber', reason);
  }
  if (transaction.sequenceNumber > MAX_SEQUENCE_NUMBER) {
    const reason = `must be at most ${MAX_SEQUENCE_NUMBER}`;
    throw new InvalidInputError('transaction.sequenceNumber', reason);
  }
  const { secondarySignerAddresses: named = [], feePayerAddress: payer, ...raw } = transaction;
  const addresses = secondary.map((signer) => signer.address);
  if (named.join() !== addresses.join()) {
    const reason = 'must be the vault accounts of the secondary signers, in their order';
    throw new InvalidInputError('secondarySignerVaultAccountIds', reason);
  }
  const isFilledIn = feePayer && (payer === undefined || payer === NOBODYS_ADDRESS);
  if (!isFilledIn && payer !== feePayer?.address) {
    const reason = "must be the vault account of the transaction's fee payer";
    throw new InvalidInputError('feePayerVaultAccountId', reason);
  }
  if (!feePayer) return transaction;
  // Beside a fee payer an empty list is left out, as in what is decoded.
  const others = named.length > 0 && { secondarySignerAddresses: named };
  return { ...raw, ...others, feePayerAddress: feePayer.address };
}
