import fc from 'fast-check';
import { classicAddressToXAddress, codec } from 'ripple-address-codec';
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.js';
import type { XrplGatewayOptions } from '../../src/xrpl/index.js';
import { readXAddress } from '../../src/xrpl/wire/x-address.js';
import { rejectionOf } from '../support/rejections.js';
import * as arbitrary from './support/arbitraries.js';
import { Capture } from './support/capture.js';

const HOLDER = 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf';
const ISSUER = 'rhsMZjNb4ehEHdfLbMCRBnwMr7XAnicnVS';
const usd = { currency: 'USD', issuer: ISSUER, value: '1' };
const x = (tag: number | false, isTest = true) => classicAddressToXAddress(HOLDER, tag, isTest);

/** Documented with XLS-5: an address without a tag, with tag 0 and with others, for both networks. */
const SAMPLES = [
  ['X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', undefined, false],
  ['X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', 1, false],
  ['X7AcgcsBL6XDcUb289X4mJ8djcdyKaGo2K5VpXpmCqbV2gS', 14, false],
  ['T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ', undefined, true],
  ['T719a5UwUCnEs54UsxG9CJYYDhwmFCvbJNZbi37gBGkRkbE', 1, true],
] as const;

describe('an X-address', () => {
  it.each(SAMPLES)('%s is read', (text, tag, isTest) => {
    const address = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';
    expect(readXAddress(text)).toEqual({ address, tag, isTest });
  });

  it('of any address and tag is read back', () => {
    const tags = fc.oneof(arbitrary.uint32, fc.constant<false>(false));
    fc.assert(
      fc.property(arbitrary.address, tags, fc.boolean(), (address, tag, isTest) => {
        const text = classicAddressToXAddress(address, tag, isTest);
        expect(readXAddress(text)).toEqual({
          address,
          tag: tag === false ? undefined : tag,
          isTest,
        });
      }),
    );
  });

  /** Bytes of an address of 31, of which the last nine are flag, tag and zeros. */
  const altered = (at: number, value: number, tag: number | false = 7) => {
    const bytes = Uint8Array.from(codec.decodeChecked(x(tag)));
    bytes[at] = value;
    return codec.encodeChecked(bytes);
  };

  it.each([
    ['a flag of tags of 64 bits', altered(22, 2)],
    ['a tag though it says that there is none', altered(23, 1, false)],
    ['something in what is reserved', altered(27, 1)],
    ['the prefix of something else', altered(1, 0)],
    ['a byte more', codec.encodeChecked([...codec.decodeChecked(x(7)), 0])],
    ['a byte less', codec.encodeChecked([...codec.decodeChecked(x(7))].slice(0, -1))],
    ['a wrong checksum', `${x(7).slice(0, -1)}${x(7).endsWith('p') ? 'r' : 'p'}`],
    ['too many letters', x(7).repeat(2)],
    ['a blank behind it', `${x(7)} `],
    ['a classic address', HOLDER],
  ])('is none with %s', (_, text) => {
    expect(readXAddress(text)).toBeUndefined();
  });
});

type Pay = (capture: Capture, destination: string, more?: object) => Promise<unknown>;
const PAYMENTS: readonly (readonly [string, Pay])[] = [
  [
    'xrpTransfer',
    ({ gateway }, destination, more) =>
      gateway.xrpTransfer('0', { destination, amount: '5', ...more }),
  ],
  [
    'tokenTransfer',
    ({ gateway }, destination, more) =>
      gateway.tokenTransfer('0', { destination, amount: usd, ...more }),
  ],
  [
    'crossCurrencyPayment',
    ({ gateway }, destination, more) =>
      gateway.crossCurrencyPayment('0', { destination, amount: usd, sendMax: '5', ...more }),
  ],
  [
    'a batch',
    ({ gateway }, destination, more) =>
      gateway.submitBatch('0', [
        { transactionType: 'tokenTransfer', params: { destination, amount: usd, ...more } },
      ]),
  ],
];

describe.each(PAYMENTS)('%s to an X-address', (_, pay) => {
  const sentTo = async (text: string) => {
    const capture = await Capture.start();
    await pay(capture, text);
    const { Destination, DestinationTag } = capture.node.sent[0]?.fields ?? {};
    return { Destination, DestinationTag };
  };

  it.each([0, 1, 12_345, 4_294_967_295])('goes to its address with its tag, %i', async (tag) => {
    expect(await sentTo(x(tag))).toEqual({ Destination: HOLDER, DestinationTag: tag });
  });

  it('without a tag has none', async () => {
    expect(await sentTo(x(false))).toEqual({ Destination: HOLDER, DestinationTag: undefined });
  });

  it.each<readonly [string, number | false]>([
    ['another', 6],
    ['the same', 7],
    ['one where it says that there is none', false],
  ])('has no tag beside it: %s', async (_, inside) => {
    const capture = await Capture.start();
    const error = await rejectionOf(pay(capture, x(inside), { destinationTag: 7 }));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect((error as InvalidInputError).field).toMatch(/destinationTag$/);
    expect(capture.signer.requests).toEqual([]);
  });

  it('of test networks is none of the main one', async () => {
    const main: Partial<XrplGatewayOptions> = {
      network: { url: 'https://xrpl.invalid', networkId: 0 },
    };
    const capture = await Capture.start(main);
    capture.node.networkId = 0;
    const error = await rejectionOf(pay(capture, x(7)));
    expect(error).toMatchObject({ message: expect.stringContaining('test networks') });
    const query = { destination: x(7), amount: usd };
    expect(await rejectionOf(capture.gateway.findPaths('0', query))).toMatchObject({
      field: 'destination',
      message: expect.stringContaining('test networks'),
    });
    expect(capture.node.requests).toEqual([]);
    await pay(capture, x(7, false));
    expect(capture.node.sent).toMatchObject([{ fields: { DestinationTag: 7 } }]);
  });
});

it('is the same to a key as its address and tag', async () => {
  const { gateway } = await Capture.start();
  const options = { idempotencyKey: 'same' };
  const first = await gateway.tokenTransfer('0', { destination: x(7), amount: usd }, options);
  const again = { destination: HOLDER, destinationTag: 7, amount: usd };
  const second = await gateway.tokenTransfer('0', again, options);
  expect(second.receipt.hash).toBe(first.receipt.hash);
});

it('is the custody’s own transfer to its address with its tag', async () => {
  const { nativeOrderOf } = await import('../../src/xrpl/operations/xrp-transfer.js');
  const canonical = { destination: HOLDER, destinationTag: 7, amount: '5000000' };
  expect(nativeOrderOf(x(7), canonical)).toEqual({
    amount: '5',
    to: { type: 'address', address: HOLDER, tag: '7' },
  });
});
