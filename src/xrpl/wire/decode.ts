import * as z from 'zod/mini';
import { fromHex } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { parseInput } from '../../core/schema.js';
import type { DecodedTransaction } from '../../signer/transaction-codec.js';
import { address } from './address.js';
import {
  addressOfKey,
  canonicalTransaction,
  multisigningBytes,
  sha512Half,
  signingBytes,
  type UnsignedTransaction,
  unsignedIn,
} from './codec.js';
import { hex } from './fields.js';

/** Ed25519 keys begin with this byte on the XRP Ledger; they sign the message, not a digest. */
const ED25519_PREFIX = 0xed;

const signerSchema = z.strictObject({ Account: address, SigningPubKey: hex({ bytes: 33 }) });
const signersSchema = z.array(z.strictObject({ Signer: signerSchema }));

/** @throws InvalidInputError for what is not exactly one complete, unsigned transaction. */
export function decode(payload: unknown): DecodedTransaction<UnsignedTransaction> {
  const { Signers, TransactionType, ...unsigned } = isObject(payload) ? payload : {};
  const given = { ...unsigned, TransactionType: String(TransactionType) };
  const transaction = unsignedIn(canonicalTransaction(given, 'transaction'));
  if (!transaction) {
    throw new InvalidInputError('transaction', 'must be a whole transaction without a signature');
  }
  const { Account, SigningPubKey } = transaction;
  if (Signers === undefined) {
    checkKey(Account, SigningPubKey);
    return {
      transaction,
      account: Account,
      signer: Account,
      kind: 'single',
      ...signedBy(SigningPubKey, signingBytes(transaction)),
    };
  }
  const [first, ...others] = parseInput(signersSchema, Signers, 'Signers');
  if (!first || others.length > 0) throw new InvalidInputError('Signers', 'must name one signer');
  const { Signer } = first;
  if (SigningPubKey !== '') {
    throw new InvalidInputError('transaction.SigningPubKey', 'must be empty where several sign');
  }
  checkKey(Signer.Account, Signer.SigningPubKey);
  return {
    transaction,
    account: Account,
    signer: Signer.Account,
    kind: 'multisign',
    ...signedBy(Signer.SigningPubKey, multisigningBytes(transaction, Signer.Account)),
  };
}

function signedBy(
  publicKey: string,
  preimage: Uint8Array,
): Pick<DecodedTransaction, 'algorithm' | 'content'> {
  return fromHex(publicKey)?.[0] === ED25519_PREFIX
    ? { algorithm: 'eddsa-ed25519', content: preimage }
    : { algorithm: 'ecdsa-secp256k1', content: sha512Half(preimage) };
}

/** Another key may act for an account; such a key of the custody platform is not accepted here. */
function checkKey(account: string, publicKey: string): void {
  const bytes = fromHex(publicKey) ?? new Uint8Array();
  if (addressOfKey(bytes) !== account) {
    throw new InvalidInputError(
      'transaction.SigningPubKey',
      "is not the signing account's own key",
    );
  }
}
