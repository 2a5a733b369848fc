import { createPublicKey, verify } from 'node:crypto';
import { decode, encodeForMultisigning } from 'ripple-binary-codec';
import { describe, expect, it } from 'vitest';
import { ECDSA, Wallet } from 'xrpl';
import { xrplCodec } from '../../src/xrpl/index.js';
import { isSignature } from './support/capture.js';

const wallets = {
  secp256k1: Wallet.fromEntropy(new Uint8Array(16).fill(7), { algorithm: ECDSA.secp256k1 }),
  ed25519: Wallet.fromEntropy(new Uint8Array(16).fill(7), { algorithm: ECDSA.ed25519 }),
};

const transactionOf = (wallet: Wallet) =>
  ({
    TransactionType: 'Payment',
    Account: wallet.classicAddress,
    Destination: 'rrrrrrrrrrrrrrrrrrrrBZbvji',
    Amount: '1000000',
    Fee: '12',
    Sequence: 5,
    LastLedgerSequence: 100,
  }) as const;

/** What the ledger's own library signs, for one or as one of several. */
function signedBy(wallet: Wallet, several: boolean) {
  return decode(wallet.sign(transactionOf(wallet), several).tx_blob);
}

function isEd25519Signature(publicKey: string, message: Uint8Array, signature: string): boolean {
  const spki = Buffer.from(`302a300506032b6570032100${publicKey.slice(2)}`, 'hex');
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return verify(null, message, key, Buffer.from(signature, 'hex'));
}

describe('xrplCodec', () => {
  it('gives the whole message of an ed25519 key, which the ledger’s library signs', async () => {
    const wallet = wallets.ed25519;
    const { TxnSignature } = signedBy(wallet, false) as { TxnSignature: string };
    const payload = { ...transactionOf(wallet), SigningPubKey: wallet.publicKey };
    const { content, account, kind } = await xrplCodec.decode(payload);
    expect(isEd25519Signature(wallet.publicKey, content, TxnSignature)).toBe(true);
    expect({ account, kind }).toEqual({ account: wallet.classicAddress, kind: 'single' });
  });

  it('gives what one of several signs, for either kind of key', async () => {
    for (const [algorithm, wallet] of Object.entries(wallets)) {
      const { Signers } = signedBy(wallet, true) as {
        Signers: [{ Signer: { TxnSignature: string } }];
      };
      const Account = wallet.classicAddress;
      const transaction = { ...transactionOf(wallet), SigningPubKey: '' };
      const signer = { Signer: { Account, SigningPubKey: wallet.publicKey } };
      const { content, kind } = await xrplCodec.decode({ ...transaction, Signers: [signer] });
      expect(kind).toBe('multisign');
      const preimage = Buffer.from(encodeForMultisigning(transaction, Account), 'hex');
      const { TxnSignature } = Signers[0].Signer;
      if (algorithm === 'ed25519') {
        expect(isEd25519Signature(wallet.publicKey, content, TxnSignature)).toBe(true);
      } else {
        expect(isSignature(wallet.publicKey, preimage, TxnSignature)).toBe(true);
        expect(content).toHaveLength(32);
      }
    }
  });

  it.each([
    [{ TransactionType: 'Payment', Account: 'x' }, true],
    [{ TransactionType: 'Payment' }, false],
    [{ Account: 'x' }, false],
    [[], false],
    [null, false],
    ['text', false],
    [undefined, false],
  ])('recognises %j: %s', (payload, expected) => {
    expect(xrplCodec.recognises(payload)).toBe(expected);
  });

  it('refuses the key of another account', async () => {
    const payload = {
      ...transactionOf(wallets.secp256k1),
      SigningPubKey: wallets.ed25519.publicKey,
    };
    await expect(xrplCodec.decode(payload)).rejects.toThrow(/own key/);
  });
});
