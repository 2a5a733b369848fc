import { createHash, createPublicKey, ECDH, verify } from 'node:crypto';
import {
  AuthType,
  Cl,
  deserializeTransaction,
  makeUnsignedContractCall,
  makeUnsignedSTXTokenTransfer,
  Pc,
  PostConditionMode,
  postConditionToHex,
  sigHashPreSign,
} from '@stacks/transactions';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesToHex } from '../../src/core/bytes.js';
import { LocalRawSigner, verifySignature } from '../../src/signer/index.js';
import { decode } from '../../src/stacks/wire/decode.js';
import { payloadOf, rebuild } from '../../src/stacks/wire/payload.js';
import { addressOfKey } from '../../src/stacks/wire/principals.js';
import {
  type Content,
  compose,
  digestOf,
  parseTransaction,
  signedWith,
  withFee,
} from '../../src/stacks/wire/transaction.js';
import { stacksCodec } from '../../src/stacks/wire/transaction-codec.js';
import { addressOf, clarityValue } from '../support/clarity/values.js';
import { runs } from '../support/runs.js';
import { readStacksTransaction, stacksSighash, stacksTxid } from '../support/stacks-reader.js';

const signer = new LocalRawSigner({ seed: 'encoding', quiet: true });
const key = { algorithm: 'ecdsa-secp256k1', id: '0', path: { coinType: 1 } } as const;
const { bytes: publicKey } = await signer.getPublicKey(key);
const hexKey = bytesToHex(publicKey);

const CHAINS = { mainnet: 1, testnet: 0x80000000 } as const;
const u64 = fc.bigInt(0n, 2n ** 64n - 1n);
const kind = fc.constantFrom('mainnet' as const, 'testnet' as const);
const hash160 = fc.uint8Array({ minLength: 20, maxLength: 20 });

/** An address of a network, by its hash. */
const address = (network: 'mainnet' | 'testnet', hash: Uint8Array, several: boolean): string =>
  addressOf(network === 'mainnet' ? (several ? 20 : 22) : several ? 21 : 26, hash);

describe('a transfer', () => {
  test('has the bytes that a reader of its own, and the chain’s library, find in it', async () => {
    const inputs = fc.record({
      network: kind,
      hash: hash160,
      several: fc.boolean(),
      contract: fc.option(fc.constantFrom('a', 'pool-v1'), { nil: undefined }),
      amount: u64,
      nonce: u64,
      fee: u64,
      memo: fc.string({ unit: fc.constantFrom(...'aé€ 1'), maxLength: 11 }),
    });
    await fc.assert(
      fc.asyncProperty(inputs, async ({ network, hash, several, contract, memo, ...numbers }) => {
        const { amount, nonce, fee } = numbers;
        const owner = address(network, hash, several);
        const recipient = contract === undefined ? owner : `${owner}.${contract}`;
        const content = { kind: 'transfer', recipient, amount, memo } as const;
        const common = { kind: network, chainId: CHAINS[network], publicKey };
        const built = compose({ ...common, nonce, fee, content });
        const read = readStacksTransaction(Buffer.from(built.hex, 'hex'));
        expect(read).toMatchObject({
          version: network === 'mainnet' ? 0 : 128,
          chainId: CHAINS[network],
          nonce,
          fee,
          signature: '00'.repeat(65),
          anchorMode: 3,
          postConditionMode: 2,
          postConditions: [],
          payload: {
            amount,
            recipient: expect.stringContaining(Buffer.from(hash).toString('hex')),
            memo: Buffer.from(memo).toString('hex').padEnd(68, '0'),
          },
        });
        const theirs = await makeUnsignedSTXTokenTransfer({
          recipient,
          amount,
          memo,
          nonce,
          fee,
          publicKey: hexKey,
          network,
        });
        expect(built.hex).toBe(theirs.serialize());
        expect(bytesToHex(digestOf(built).digest)).toBe(
          sigHashPreSign(theirs.signBegin(), AuthType.Standard, fee, nonce),
        );
        checkDigest(built.hex, built);
      }),
      runs(60),
    );
  });
});

function checkDigest(hex: string, built: ReturnType<typeof compose>): void {
  const { digest, preimage } = digestOf(built);
  expect(bytesToHex(digest)).toBe(stacksSighash(Buffer.from(hex, 'hex')));
  expect(createHash('sha512-256').update(preimage).digest('hex')).toBe(bytesToHex(digest));
}

describe('a contract call', () => {
  test('is what the chain’s library makes of the same', async () => {
    const inputs = fc.record({
      network: kind,
      hash: hash160,
      args: fc.array(clarityValue, { maxLength: 4 }),
      amounts: fc.array(u64, { maxLength: 3 }),
      mode: fc.constantFrom('allow' as const, 'deny' as const, 'originator' as const),
      nonce: u64,
      fee: u64,
    });
    await fc.assert(
      fc.asyncProperty(inputs, async ({ network, hash, args, amounts, mode, nonce, fee }) => {
        const owner = address(network, hash, false);
        const contract = `${owner}.token` as const;
        const conditions = amounts.flatMap((amount) => [
          Pc.principal(owner).willSendEq(amount).ustx(),
          Pc.principal(contract).willSendGte(amount).ft(contract, 'coin'),
          Pc.origin().willSendEq(amount).ustxToLock(),
        ]);
        const content: Content = {
          kind: 'contract-call',
          contract,
          functionName: 'do-it!',
          functionArgs: args.map((arg) => Cl.serialize(arg)),
          postConditions: conditions.map(postConditionToHex),
          postConditionMode: mode,
        };
        const common = { kind: network, chainId: CHAINS[network], publicKey };
        const built = compose({ ...common, nonce, fee, content });
        const theirs = await makeUnsignedContractCall({
          contractAddress: owner,
          contractName: 'token',
          functionName: 'do-it!',
          functionArgs: args,
          postConditions: conditions,
          postConditionMode:
            PostConditionMode[
              ({ allow: 'Allow', deny: 'Deny', originator: 'Originator' } as const)[mode]
            ],
          nonce,
          fee,
          publicKey: hexKey,
          network,
        });
        expect(built.hex).toBe(theirs.serialize());
        const read = readStacksTransaction(Buffer.from(built.hex, 'hex'));
        expect(read.payload).toMatchObject({
          functionName: 'do-it!',
          args: args.map((arg) => Cl.serialize(arg)),
        });
        expect(read.postConditions).toEqual(content.postConditions);
        checkDigest(built.hex, built);
        // What travels to whoever approves comes back as the very same bytes.
        const payload = JSON.parse(JSON.stringify(payloadOf(built)));
        expect(rebuild(payload)).toEqual(built);
        const decoded = decode(payload);
        expect(decoded.content).toEqual(digestOf(built).digest);
        expect(decoded).toMatchObject({ account: built.sender, kind: 'single' });
      }),
      runs(60),
    );
  });
});

const content = {
  kind: 'transfer',
  recipient: 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ',
  amount: 5n,
  memo: '',
} as const;
const sample = compose({
  kind: 'testnet',
  chainId: CHAINS.testnet,
  publicKey,
  nonce: 7n,
  fee: 200n,
  content,
});

describe('a signature', () => {
  test('is in the bytes as recovery id, r and s, and verifies with Node’s own code', async () => {
    const { digest } = digestOf(sample);
    const message = { kind: 'digest', key, digest, hash: 'sha512-256' } as const;
    const [raw] = await signer.sign({ idempotencyKey: 'one', messages: [message] });
    if (!raw) throw new Error('no signature');
    const verified = verifySignature(message, await signer.getPublicKey(key), raw);
    if (verified.algorithm !== 'ecdsa-secp256k1') throw new Error('another algorithm');
    const { compact, recoveryId = 9 } = verified;
    const { hash, blob } = signedWith(sample, { compact, recoveryId });
    const bytes = Buffer.from(blob, 'hex');
    expect(readStacksTransaction(bytes).signature).toBe(
      `0${recoveryId}${Buffer.from(compact).toString('hex')}`,
    );
    expect(hash).toBe(`0x${stacksTxid(bytes)}`);
    expect(() => deserializeTransaction(blob).verifyOrigin()).not.toThrow();
    const uncompressed = Buffer.from(
      String(ECDH.convertKey(hexKey, 'secp256k1', 'hex', 'hex', 'uncompressed')),
      'hex',
    );
    const jwk = {
      kty: 'EC',
      crv: 'secp256k1',
      x: uncompressed.subarray(1, 33).toString('base64url'),
      y: uncompressed.subarray(33).toString('base64url'),
    };
    const object = createPublicKey({ key: jwk, format: 'jwk' });
    // Node hashes what it verifies, so it is given what the digest is of.
    const preimage = digestOf(sample).preimage;
    const options = { key: object, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha512-256', preimage, options, compact)).toBe(true);
    // Signed or not, it is the same transaction.
    expect(parseTransaction(blob, 'x')).toEqual(sample);
  });
});

describe('bytes', () => {
  test('are refused unless they are one transaction of one compressed key', async () => {
    const { hex } = sample;
    const wire = deserializeTransaction(hex);
    const bad = [
      '',
      '00',
      `${hex}00`,
      hex.slice(0, -2),
      hex.replace(/^80/, '81'),
      `${hex.slice(0, 10)}05${hex.slice(12)}`,
      `${hex.slice(0, 12)}01${hex.slice(14)}`,
      `${hex.slice(0, 12)}02${hex.slice(14)}`,
      `${hex.slice(0, 86)}01${hex.slice(88)}`,
      'zz',
    ];
    expect(wire.serialize()).toBe(hex);
    for (const each of bad) expect(() => parseTransaction(each, 'field'), each).toThrow(/field/);
  });

  test('at another price are the same but for that', () => {
    const dearer = withFee(sample, 300n);
    expect(dearer).toEqual({ ...sample, fee: 300n, hex: dearer.hex });
    expect(dearer.hex).toBe(sample.hex.replace('00000000000000c8', '000000000000012c'));
  });
});

describe('what is shown to whoever approves', () => {
  const payload = payloadOf(sample);

  test('says what the bytes say', () => {
    expect(stacksCodec.recognises(payload)).toBe(true);
    expect(decode(payload)).toMatchObject({
      account: addressOfKey('testnet', publicKey),
      transaction: {
        kind: 'transaction',
        network: 'testnet',
        nonce: '7',
        fee: '200',
        postConditionMode: 'deny',
        content: { kind: 'transfer', amount: '5', recipient: content.recipient },
      },
    });
  });

  test('is refused when it says anything else', () => {
    const { transaction } = payload;
    const lies = [
      { ...payload, more: 1 },
      { ...payload, hex: undefined },
      { ...payload, hex: `${payload.hex}00` },
      { ...payload, hex: payload.hex.toUpperCase() },
      { ...payload, type: 'Other' },
      { ...payload, transaction: { ...transaction, fee: '1' } },
      {
        ...payload,
        transaction: { ...transaction, content: { ...transaction.content, amount: '4' } },
      },
      { ...payload, transaction: undefined },
    ];
    for (const lie of lies) expect(() => decode(lie)).toThrow();
    for (const nothing of [undefined, null, 5, 'x', [], {}]) {
      expect(stacksCodec.recognises(nothing)).toBe(false);
    }
  });
});
