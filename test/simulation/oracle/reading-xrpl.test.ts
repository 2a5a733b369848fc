import { createHash } from 'node:crypto';
import { encodeForMultisigning, encodeForSigning } from 'ripple-binary-codec';
import { expect, it } from 'vitest';
import { decode, ECDSA, Wallet } from 'xrpl';
import { readXrpl, xrplTerms } from './reading/xrpl.js';

const wallet = Wallet.generate(ECDSA.ed25519);
const signer = Wallet.generate(ECDSA.secp256k1);

const payment = {
  TransactionType: 'Payment',
  Account: wallet.classicAddress,
  Destination: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
  Amount: '25000000',
  Fee: '17',
  Sequence: 7,
  LastLedgerSequence: 900,
} as const;

const half = (hex: string) =>
  createHash('sha512').update(Buffer.from(hex, 'hex')).digest('hex').slice(0, 64);

it('reads what xrpl.js signs with an Ed25519 key', () => {
  const { tx_blob, hash } = wallet.sign(payment);
  expect(readXrpl(tx_blob)).toEqual({
    chain: 'xrpl',
    account: wallet.classicAddress,
    number: { kind: 'sequence', value: '7' },
    expiry: 900,
    hash: hash.toLowerCase(),
    messages: [encodeForSigning(decode(tx_blob)).toLowerCase()],
    payments: [{ destination: payment.Destination, amount: '25000000', asset: 'XRP' }],
    fee: '17',
  });
});

it('reads what xrpl.js signs as one of several, of a token by a Ticket', () => {
  const Amount = { currency: 'USD', issuer: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B', value: '1.5' };
  const token = { ...payment, Amount, Sequence: 0, TicketSequence: 44 };
  const { tx_blob } = signer.sign(token, true);
  const read = readXrpl(tx_blob);
  expect(read.number).toEqual({ kind: 'ticket', value: '44' });
  expect(read.payments[0]).toMatchObject({ amount: '1.5', asset: `USD.${Amount.issuer}` });
  const { Signers: _, ...unsigned } = decode(tx_blob);
  expect(read.messages).toEqual([half(encodeForMultisigning(unsigned, signer.classicAddress))]);
  expect(xrplTerms(token)).toEqual({
    account: wallet.classicAddress,
    number: read.number,
    expiry: 900,
  });
});

it('reads the documentation’s example', () => {
  const blob =
    '120007220008000024001ABED82A2380BF2C2019001ABED764D55920AC9391400000000000000000000000000055534400' +
    '000000000A20B3C85F482532A9578DBB3950B85CA06594D165400000037E11D60068400000000000000A732103EE83BB4325' +
    '47885C219634A1BC407A9DB0474145D69737D09CCDC63E1DEE7FE3744630440220143759437C04F7B61F012563AFE90D8DAFC46' +
    'E86035E1D965A9CED282C97D4CE02204CFD241E86F17E011298FC1A39B63386C74306A5DE047E213B0F29EFA4571C2C8114DD76' +
    '483FACDEE26E60D8A586BB58D09F27045C46';
  const read = readXrpl(blob);
  expect(read.hash).toBe('73734b611dda23d3f5f62e20a173b78ab8406ac5015094da53f53d39b9edb06c');
  expect(read.account).toBe('rMBzp8CgpE441cp5PVyA9rpVV7oT8hP3ys');
  expect(read.number).toEqual({ kind: 'sequence', value: '1752792' });
  expect(read.messages).toEqual([half(encodeForSigning(decode(blob)))]);
  expect(read.payments).toEqual([]);
});

it('reads nothing in garbage', () => {
  expect(() => readXrpl('00'.repeat(27))).toThrow();
});
