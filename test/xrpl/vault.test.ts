import { describe, expect, it, vi } from 'vitest';
import { XrplGateway, type XrplVault } from '../../src/xrpl/index.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { Capture } from './support/capture.js';

/** Of a class and those that it extends. */
const namesOf = (prototype: object): string[] =>
  prototype === Object.prototype
    ? []
    : [
        ...Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor'),
        ...namesOf(Object.getPrototypeOf(prototype)),
      ];

/** What concerns no vault, or names it in its request. */
const OTHERS = [
  'executeTransaction',
  'forVault',
  'getTransaction',
  'prepareMultisigned',
  'previewOf',
  'signMultisigned',
  'submitMultisigned',
];

const gatewayOf = () => new XrplGateway({ signer: new RecordingSigner(), network: 'testnet' });
const methods = Object.keys(gatewayOf().forVault('7')).filter((name) => name !== 'vaultAccountId');

describe('a gateway bound to a vault', () => {
  it('has every method that takes a vault', () => {
    const expected = namesOf(XrplGateway.prototype).filter((name) => !OTHERS.includes(name));
    expect([...methods].sort()).toEqual(expected.sort());
  });

  it.each(methods as (keyof XrplVault & keyof XrplGateway)[])(
    '%s is the gateway’s, for it',
    (name) => {
      const gateway = gatewayOf();
      const answer = Promise.resolve('the gateway’s own answer');
      const method = vi.spyOn(gateway, name as 'getAddress').mockReturnValue(answer);
      const [first, second] = [{ first: 1 }, { second: 2 }];
      const vault = gateway.forVault('7') as unknown as Record<
        string,
        (...all: object[]) => unknown
      >;
      expect(vault[name]?.(first, second)).toBe(answer);
      const [given] = method.mock.calls;
      // Those without parameters of their own take options only.
      expect([
        ['7', first, second],
        ['7', first],
      ]).toContainEqual(given);
      // A parameter with a default is none of a function's length.
      expect(given?.length).toBeGreaterThan(XrplGateway.prototype[name].length);
    },
  );

  it('knows which one it is, and does what the gateway would do', async () => {
    const capture = await Capture.start();
    const vault = capture.gateway.forVault('0');
    expect(vault.vaultAccountId).toBe('0');
    expect(await vault.getAddress()).toBe(capture.address);
    expect(await vault.getPublicKey()).toBe(capture.publicKey);
    await vault.offerCancel({ offerSequence: 5 });
    expect(capture.take().signed).toMatchObject({ Account: capture.address, OfferSequence: 5 });
  });

  it('shares the account’s lane with the gateway: no number is used twice', async () => {
    const capture = await Capture.start();
    const vaults = [capture.gateway.forVault('0'), capture.gateway.forVault('0')];
    await Promise.all(
      [...vaults, ...vaults].map((vault, index) => vault.offerCancel({ offerSequence: index + 1 })),
    );
    const numbers = capture.node.sent.map(({ fields }) => fields.Sequence);
    expect(numbers).toEqual([1_000, 1_001, 1_002, 1_003]);
  });
});
