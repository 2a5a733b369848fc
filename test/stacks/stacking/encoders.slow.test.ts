import { createHash } from 'node:crypto';
import { bech32, bech32m, createBase58check } from '@scure/base';
import {
  pox4SignatureMessage,
  poxAddressToTuple,
  signPox4SignatureHash,
  verifyPox4SignatureHash,
} from '@stacks/stacking';
import {
  Cl,
  deserializeCV,
  encodeStructuredDataBytes,
  privateKeyToPublic,
  publicKeyToHex,
  serializeCV,
  signStructuredData,
} from '@stacks/transactions';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodePayout } from '../../../src/stacks/stacking/calldata.js';
import {
  permissionHash,
  type SignerPermission,
  usableSignature,
} from '../../../src/stacks/stacking/signer-permission.js';
import {
  formatBitcoinAddress,
  isPoxAddress,
  parseBitcoinAddress,
  rewardsAddressOf,
} from '../../../src/stacks/wire/bitcoin-address.js';
import { structuredDataHash, structuredDataPreimage } from '../../../src/stacks/wire/sip018.js';
import {
  decodeStructuredData,
  structuredDataPayload,
} from '../../../src/stacks/wire/structured-data.js';
import { clarityValue } from '../../support/clarity/values.js';
import { own } from '../../support/own-clarity.js';
import { runs } from '../../support/runs.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();

const base58check = createBase58check((data: Uint8Array) => new Uint8Array(sha256(data)));
const hash20 = fc.uint8Array({ minLength: 20, maxLength: 20 });
const hash32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('a Bitcoin address', () => {
  const onMainnet = fc.oneof(
    hash20.map((hash) => base58check.encode(Uint8Array.of(0, ...hash))),
    hash20.map((hash) => base58check.encode(Uint8Array.of(5, ...hash))),
    hash20.map((hash) => bech32.encode('bc', [0, ...bech32.toWords(hash)])),
    hash32.map((hash) => bech32.encode('bc', [0, ...bech32.toWords(hash)])),
    hash32.map((hash) => bech32m.encode('bc', [1, ...bech32m.toWords(hash)])),
  );

  test('is read as the library reads it, and written again as it was', () => {
    fc.assert(
      fc.property(onMainnet, (address) => {
        const read = parseBitcoinAddress(address, 'mainnet', 'address');
        const { version, hashbytes } = poxAddressToTuple(address).value;
        expect([version, hashbytes]).toEqual([
          Cl.buffer(Uint8Array.of(read.version)),
          Cl.buffer(read.hashbytes),
        ]);
        expect(isPoxAddress(read)).toBe(true);
        expect(formatBitcoinAddress(read, 'mainnet')).toBe(address);
      }),
    );
  });

  test('of another network, or that is none, is refused', () => {
    fc.assert(
      fc.property(onMainnet, (address) => {
        const read = parseBitcoinAddress(address, 'mainnet', 'address');
        const there = formatBitcoinAddress(read, 'testnet');
        expect(() => parseBitcoinAddress(address, 'testnet', 'address')).toThrow('of testnet');
        expect(() => parseBitcoinAddress(there, 'mainnet', 'address')).toThrow('of mainnet');
        expect(parseBitcoinAddress(there, 'testnet', 'address')).toEqual(read);
      }),
    );
    fc.assert(
      fc.property(
        onMainnet,
        fc.nat(200),
        fc.constantFrom('a', 'q', '1', 'Z'),
        (address, at, sign) => {
          const index = at % address.length;
          const altered = `${address.slice(0, index)}${sign}${address.slice(index + 1)}`;
          fc.pre(altered !== address);
          expect(() => parseBitcoinAddress(altered, 'mainnet', 'address')).toThrow();
        },
      ),
    );
  });

  test.each([
    [
      'a witness version that pox does not pay',
      bech32m.encode('bc', [2, ...bech32m.toWords(new Uint8Array(32))]),
    ],
    [
      'taproot with the checksum of segwit',
      bech32.encode('bc', [1, ...bech32.toWords(new Uint8Array(32))]),
    ],
    [
      'segwit with the checksum of taproot',
      bech32m.encode('bc', [0, ...bech32m.toWords(new Uint8Array(20))]),
    ],
    ['another chain', bech32.encode('ltc', [0, ...bech32.toWords(new Uint8Array(20))])],
    [
      'a program that is too short',
      bech32.encode('bc', [0, ...bech32.toWords(new Uint8Array(16))]),
    ],
    ['nothing', ''],
    ['a number', 5],
  ])('%s is refused', (_, address) => {
    expect(() => parseBitcoinAddress(address, 'mainnet', 'address')).toThrow('address:');
  });

  test('in capitals is the same one', () => {
    const address = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4';
    const read = parseBitcoinAddress(address, 'mainnet', 'address');
    expect(hex(read.hashbytes)).toBe('751e76e8199196d454941c45d1b3a323f1433bd6');
    expect(formatBitcoinAddress(read, 'mainnet')).toBe(address.toLowerCase());
  });

  test('for rewards is that of the key (BIP-173)', () => {
    const key = bytes('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');
    expect(rewardsAddressOf(key, 'mainnet')).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    expect(rewardsAddressOf(key, 'testnet')).toBe('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx');
  });
});

describe('calldata with a payout', () => {
  const address = bytes('751e76e8199196d454941c45d1b3a323f1433bd6');

  test('is what managers have accepted', () => {
    expect(encodePayout({ poxAddress: { version: 4, hashbytes: address }, maxFee: 1_000n })).toBe(
      '0c00000002076d61782d66656501000000000000000000000000000003e808706f782d616464720c00000002096861736862797465730200000014751e76e8199196d454941c45d1b3a323f1433bd60776657273696f6e020000000104',
    );
    const taproot = bytes('a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c');
    expect(encodePayout({ poxAddress: { version: 6, hashbytes: taproot }, maxFee: 3_000n })).toBe(
      '0c00000002076d61782d6665650100000000000000000000000000000bb808706f782d616464720c00000002096861736862797465730200000020a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c0776657273696f6e020000000106',
    );
    const three = {
      poxAddress: { version: 4, hashbytes: address },
      maxFee: 1_000n,
      minClaim: 1_547n,
    };
    expect(encodePayout(three)).toBe(
      '0c00000003076d61782d66656501000000000000000000000000000003e8096d696e2d636c61696d010000000000000000000000000000060b08706f782d616464720c00000002096861736862797465730200000014751e76e8199196d454941c45d1b3a323f1433bd60776657273696f6e020000000104',
    );
  });

  test('is read by the library as it was meant', () => {
    const sats = fc.bigInt({ min: 0n, max: 21n * 10n ** 14n });
    fc.assert(
      fc.property(
        fc.nat(4),
        hash20,
        sats,
        fc.option(sats),
        (version, hashbytes, maxFee, minClaim) => {
          const encoded = encodePayout({
            poxAddress: { version, hashbytes },
            maxFee,
            ...(minClaim !== null && { minClaim }),
          });
          expect(encoded.length).toBeLessThanOrEqual(1_000);
          expect(deserializeCV(encoded)).toEqual(
            Cl.tuple({
              'max-fee': Cl.uint(maxFee),
              ...(minClaim !== null && { 'min-claim': Cl.uint(minClaim) }),
              'pox-addr': Cl.tuple({
                hashbytes: Cl.buffer(hashbytes),
                version: Cl.buffer(Uint8Array.of(version)),
              }),
            }),
          );
        },
      ),
    );
  });
});

const CHAINS = { mainnet: 1, testnet: 0x80000000 } as const;

const text = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 });
const domain = fc.record({ name: text, version: text, chainId: fc.nat(0x7fffffff) });

describe('SIP-018', () => {
  test('hashes as the library does', () => {
    fc.assert(
      fc.property(domain, clarityValue, (whose, message) => {
        const { name, version, chainId } = whose;
        const encoded = encodeStructuredDataBytes({
          message,
          domain: Cl.tuple({
            name: Cl.stringAscii(name),
            version: Cl.stringAscii(version),
            'chain-id': Cl.uint(chainId),
          }),
        });
        expect(hex(structuredDataPreimage(whose, own(message)))).toBe(hex(encoded));
        expect(hex(structuredDataHash(whose, own(message)))).toBe(sha256(encoded).toString('hex'));
      }),
    );
  });

  test.each([
    {
      manager: 'ST000000000000000000002AMW42H.test-signer',
      authId: 1,
      chainId: CHAINS.testnet,
      hash: '41339a30baf6f207fb56882c0d5246a91af8db0e6d3a2c07eb455c2330441256',
    },
    {
      manager: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE.my-signer',
      authId: 7,
      chainId: CHAINS.mainnet,
      hash: '487f07309d01e37e01b241d839d26fa0f180ca18dc557e272281df9085d9f92d',
    },
  ])('hashes a grant of pox-5 to $manager as nodes do', ({ manager, authId, chainId, hash }) => {
    const message = Cl.tuple({
      topic: Cl.stringAscii('grant-authorization'),
      'signer-manager': Cl.principal(manager),
      'auth-id': Cl.uint(authId),
    });
    const whose = { name: 'pox-5-signer', version: '1.0.0', chainId };
    expect(hex(structuredDataHash(whose, own(message)))).toBe(hash);
  });
});

const PRIVATE_KEY = '002bc479cae71c410cf10113de8fe1611b148231eccdfb19ca779ba365cc511601';
const PUBLIC_KEY = bytes('0329f14a91005e6b1e6f7df9d032f0f17c86a3eae25fa148e631f846486c91025f');

const permitted: SignerPermission = {
  topic: 'stack-stx',
  chainId: CHAINS.testnet,
  poxAddress: parseBitcoinAddress('msiYwJCvXEzjgq6hDwD9ueBka6MTfN962Z', 'testnet', ''),
  rewardCycle: 2,
  period: 12,
  authId: 0n,
  maxAmount: 1_000n,
};

const permission: fc.Arbitrary<SignerPermission> = fc.record({
  topic: fc.constantFrom('stack-stx', 'stack-extend', 'stack-increase'),
  chainId: fc.constantFrom(1, 0x80000000),
  poxAddress: fc.record({ version: fc.nat(4), hashbytes: hash20 }),
  rewardCycle: fc.nat(100_000),
  period: fc.integer({ min: 1, max: 12 }),
  authId: fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
  maxAmount: fc.bigInt({ min: 1n, max: 2n ** 128n - 1n }),
});

describe("a pox-4 signer's permission", () => {
  test("has the hash of the node's own fixture", () => {
    const poxAddress = parseBitcoinAddress('mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8', 'testnet', '');
    const fixture = {
      ...permitted,
      poxAddress,
      rewardCycle: 1,
      authId: 111n,
      maxAmount: 2n ** 128n - 1n,
    };
    expect(hex(permissionHash(fixture))).toBe(
      'ec5b88aa81a96a6983c26cdba537a13d253425348ffc0ba6b07130869b025a2d',
    );
  });

  test('has the hash and takes the signature that pox-4 has accepted', () => {
    expect(hex(permissionHash(permitted))).toBe(
      '5bb1f59b6e671e0b79567d969c151f9a1349b7c9caa5b8f8ccacd55418c1a498',
    );
    const signature = bytes(
      '0108b3e2ce099d3ef41b54008a404ac7e958bb5b89dfe7eacc7422e577af52e262449e657864e4cf9d74a81ba32b5600514f741d04ae6f4f18ce711e18a5ad2700',
    );
    expect(hex(usableSignature(permitted, PUBLIC_KEY, signature))).toBe(hex(signature));
  });

  test('is signed and verified alike here and in the library', () => {
    fc.assert(
      fc.property(permission, (wanted) => {
        const { poxAddress, rewardCycle, topic, period, authId, maxAmount, chainId } = wanted;
        const network = chainId === 1 ? 'mainnet' : 'testnet';
        const options = {
          topic,
          // The library reads 2 and 3 as what they look like from outside.
          poxAddress: formatBitcoinAddress(poxAddress, network),
          rewardCycle,
          period,
          network,
          authId,
          maxAmount,
        } as const;
        const seen = parseBitcoinAddress(options.poxAddress, network, '');
        const same = { ...wanted, poxAddress: seen };
        const { message, domain: whose } = pox4SignatureMessage(options as never);
        expect(hex(permissionHash(same))).toBe(
          sha256(encodeStructuredDataBytes({ message, domain: whose })).toString('hex'),
        );
        const theirs = signPox4SignatureHash({ ...options, privateKey: PRIVATE_KEY } as never);
        const usable = usableSignature(same, PUBLIC_KEY, bytes(theirs));
        expect(hex(usable)).toBe(theirs);
        const check = { ...options, signature: hex(usable), publicKey: hex(PUBLIC_KEY) };
        expect(verifyPox4SignatureHash(check as never)).toBe(true);
      }),
      runs(25),
    );
  });

  test('in the upper half comes out in the lower, with its recovery id', () => {
    const signed = bytes(signOf(permitted));
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = BigInt(`0x${hex(signed.subarray(32, 64))}`);
    const high = (order - s).toString(16).padStart(64, '0');
    const flipped = bytes(`${hex(signed.subarray(0, 32))}${high}0${1 - (signed[64] ?? 0)}`);
    expect(hex(usableSignature(permitted, PUBLIC_KEY, flipped))).toBe(hex(signed));
  });

  test('is good for nothing else: not for any other member, nor with any other bit', () => {
    const signed = bytes(signOf(permitted));
    const others: readonly Partial<SignerPermission>[] = [
      { topic: 'stack-extend' },
      { chainId: 1 },
      { rewardCycle: 3 },
      { period: 11 },
      { authId: 1n },
      { maxAmount: 1_001n },
      { poxAddress: { ...permitted.poxAddress, version: 1 } },
    ];
    for (const other of others) {
      expect(() => usableSignature({ ...permitted, ...other }, PUBLIC_KEY, signed)).toThrow(
        "it is not this key's",
      );
    }
    fc.assert(
      fc.property(fc.nat(511), (bit) => {
        const altered = Uint8Array.from(signed);
        altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(() => usableSignature(permitted, PUBLIC_KEY, altered)).toThrow();
      }),
      runs(40),
    );
    for (const length of [0, 32, 63]) {
      expect(() => usableSignature(permitted, PUBLIC_KEY, signed.subarray(0, length))).toThrow(
        'it is not r, s and recovery id',
      );
    }
  });
});

/** What the library signs for a permission. */
function signOf(wanted: SignerPermission): string {
  const poxAddress = Cl.tuple({
    version: Cl.buffer(Uint8Array.of(wanted.poxAddress.version)),
    hashbytes: Cl.buffer(wanted.poxAddress.hashbytes),
  });
  return signStructuredData({
    privateKey: PRIVATE_KEY,
    domain: Cl.tuple({
      name: Cl.stringAscii('pox-4-signer'),
      version: Cl.stringAscii('1.0.0'),
      'chain-id': Cl.uint(wanted.chainId),
    }),
    message: Cl.tuple({
      'pox-addr': poxAddress,
      'reward-cycle': Cl.uint(wanted.rewardCycle),
      topic: Cl.stringAscii(wanted.topic),
      period: Cl.uint(wanted.period),
      'auth-id': Cl.uint(wanted.authId),
      'max-amount': Cl.uint(wanted.maxAmount),
    }),
  });
}

describe('the payload of structured data', () => {
  const publicKey = publicKeyToHex(privateKeyToPublic(PRIVATE_KEY));

  test('is decoded to what it says, with the digest that is signed', () => {
    fc.assert(
      fc.property(domain, clarityValue, (whose, message) => {
        const sent = JSON.parse(
          JSON.stringify(structuredDataPayload(whose, own(message), publicKey)),
        );
        const { content, transaction, account, signer } = decodeStructuredData(sent);
        expect(hex(content)).toBe(hex(structuredDataHash(whose, own(message))));
        expect(transaction).toEqual({
          kind: 'structured-data',
          domain: whose,
          message: sent.structuredData.readable,
        });
        expect(account).toMatch(whose.chainId === 1 ? /^SP/ : /^ST/);
        expect(signer).toBe(account);
      }),
    );
  });

  test('is refused when its readable form says something else, and with anything beside it', () => {
    const whose = { name: 'pox-4-signer', version: '1.0.0', chainId: 1 };
    const message = Cl.tuple({ topic: Cl.stringAscii('stack-stx'), period: Cl.uint(12) });
    const good = structuredDataPayload(whose, own(message), publicKey);
    const { structuredData } = good;
    expect(() => decodeStructuredData(good)).not.toThrow();
    for (const altered of [
      {
        ...good,
        structuredData: { ...structuredData, readable: { topic: 'stack-stx', period: '1' } },
      },
      { ...good, structuredData: { ...structuredData, message: `${structuredData.message}00` } },
      { ...good, structuredData: { ...structuredData, message: '0x' } },
      { ...good, structuredData: { ...structuredData, message: `0x${serializeCV(Cl.uint(12))}` } },
      { ...good, structuredData: { ...structuredData, domain: { ...whose, chainId: -1 } } },
      { ...good, structuredData: { ...structuredData, more: 1 } },
      { ...good, publicKey: '04' },
      { ...good, more: 1 },
      {},
    ]) {
      expect(() => decodeStructuredData(altered)).toThrow();
    }
  });
});
