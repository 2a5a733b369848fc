import { beforeEach, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.js';
import type { XrplGateway } from '../../src/xrpl/index.js';
import { rejectionOf } from '../support/rejections.js';
import { Capture } from './support/capture.js';

const HOLDER = 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf';
const ISSUER = 'rhsMZjNb4ehEHdfLbMCRBnwMr7XAnicnVS';
const usd = { currency: 'USD', issuer: ISSUER, value: '1' };
const eur = { ...usd, currency: 'EUR' };
const paths = [[{ account: ISSUER }]];

/** RFC 3986. */
const URL_CHARACTERS = "AZaz09-._~:/?#[]@!$&'()*+,;=%";
const hexOf = (text: string) => Buffer.from(text).toString('hex');

let capture: Capture;

beforeEach(async () => {
  capture = await Capture.start();
});

type Act = (gateway: XrplGateway, self: string) => Promise<unknown>;

const set =
  (configs: object): Act =>
  (gateway) =>
    gateway.accountSet('0', { configs });
const offer = (sellAmount: typeof usd | string | bigint, buyAmount: typeof usd | string): Act => {
  return (gateway) => gateway.offerCreate('0', { sellAmount, buyAmount });
};
const send = (more: object): Act => {
  return (gateway) => gateway.tokenTransfer('0', { destination: HOLDER, amount: usd, ...more });
};
const cross = (more: object): Act => {
  const payment = { destination: HOLDER, amount: usd, sendMax: '5000000', ...more };
  return (gateway) => gateway.crossCurrencyPayment('0', payment);
};
const trust = (...flags: readonly string[]): Act => {
  const set = Object.fromEntries(flags.map((name) => [name, true]));
  return (gateway) => gateway.trustSet('0', { limitAmount: usd, flags: set });
};
const mpt = (value: string) => ({ mptIssuanceId: '00'.repeat(24), value });
const partial = { flags: { tfPartialPayment: true } };
const noDirect = { flags: { tfNoRippleDirect: true } };

describe('what no ledger takes, whatever its state, is not brought before anybody', () => {
  it.each<readonly [string, string, Act]>([
    [
      'a setting set, and its flag that clears it',
      'configs.tfFlags',
      set({ setFlag: { asfRequireDest: true }, tfFlags: { tfOptionalDestTag: true } }),
    ],
    [
      'a setting cleared, and its flag that sets it',
      'configs.tfFlags',
      set({ clearFlag: { asfRequireAuth: true }, tfFlags: { tfRequireAuth: true } }),
    ],
    [
      'the same about XRP',
      'configs.tfFlags',
      set({ setFlag: { asfDisallowXRP: true }, tfFlags: { tfAllowXRP: true } }),
    ],
    [
      'a setting cleared that is for ever',
      'configs.clearFlag',
      set({ clearFlag: { asfNoFreeze: true } }),
    ],
    [
      'the other one',
      'configs.clearFlag',
      set({ clearFlag: { asfAllowTrustLineClawback: true }, tickSize: 5 }),
    ],
    [
      'a freeze that ends a deep one',
      'flags.tfClearDeepFreeze',
      trust('tfSetFreeze', 'tfClearDeepFreeze'),
    ],
    [
      'a deep freeze that ends a freeze',
      'flags.tfSetDeepFreeze',
      trust('tfClearFreeze', 'tfSetDeepFreeze'),
    ],
    [
      'a floor above the amount',
      'deliverMin',
      send({ deliverMin: { ...usd, value: '1.01' }, ...partial }),
    ],
    [
      'the same of XRP',
      'deliverMin',
      cross({ amount: 5n, deliverMin: '6', sendMax: usd, ...partial }),
    ],
    [
      'the same of a multi-purpose token',
      'deliverMin',
      send({ amount: mpt('9'), deliverMin: mpt('10'), ...partial }),
    ],
    ['less spent than what arrives', 'sendMax', send({ sendMax: { ...usd, value: '0.99' } })],
    ['the same across currencies', 'sendMax', cross({ sendMax: { ...usd, value: '0.99' } })],
    [
      'the same of a multi-purpose token',
      'sendMax',
      send({ amount: mpt('10'), sendMax: mpt('9') }),
    ],
    [
      'burning more than is spent',
      'sendMax',
      (gateway) => gateway.burnToken('0', { amount: usd, sendMax: { ...usd, value: '0.99' } }),
    ],
    [
      'a path through XRP with an issuer',
      'paths[0][0]',
      cross({ paths: [[{ currency: 'XRP', issuer: ISSUER }]], sendMax: '5' }),
    ],
    ...(['MemoType', 'MemoFormat'] as const).map(
      (name) =>
        [
          `a ${name} that no URL has`,
          `memos[0].${name}`,
          send({ memos: [{ [name]: '20C3A9' }] }),
        ] as const,
    ),
    [
      'the same in its wrapping',
      'memos[1].Memo.MemoType',
      send({ memos: [{ MemoData: '20' }, { Memo: { MemoType: '20' } }] }),
    ],
    ['an offer of a token for itself', 'buyAmount', offer(usd, { ...usd, value: '2' })],
    ['an offer of XRP for XRP', 'buyAmount', offer('5', '6')],
    ['the same in another spelling', 'buyAmount', offer(5n, '6')],
    ['a payment without any path', 'paths', send(noDirect)],
    [
      'burning without any path',
      'paths',
      (gateway) => gateway.burnToken('0', { amount: usd, ...noDirect }),
    ],
    [
      'a payment to oneself',
      'destination',
      (gateway, self) => send({ destination: self })(gateway, self),
    ],
    [
      'the same with a limit',
      'destination',
      (gateway, self) => send({ destination: self, sendMax: usd })(gateway, self),
    ],
  ])('%s', async (_, field, act) => {
    const error = await rejectionOf(act(capture.gateway, capture.address));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ field });
    expect(capture.signer.requests).toEqual([]);
    expect(capture.node.requests).toEqual([]);
  });

  it.each<readonly [string, Act]>([
    [
      'a setting set by both',
      set({ setFlag: { asfRequireDest: true }, tfFlags: { tfRequireDestTag: true } }),
    ],
    [
      'one set, another cleared',
      set({ setFlag: { asfRequireDest: true }, tfFlags: { tfOptionalAuth: true } }),
    ],
    ['an offer of a token for one of the same name', offer(usd, { ...usd, issuer: HOLDER })],
    ['a payment along a path', send({ ...noDirect, paths })],
    ['more that arrives, along a path', send({ sendMax: { ...usd, value: '0.5' }, paths })],
    [
      'a part of what is more than is spent',
      send({ sendMax: { ...usd, value: '0.5' }, deliverMin: usd, ...partial }),
    ],
    ['less spent of another issuer', send({ sendMax: { ...usd, issuer: HOLDER, value: '0.5' } })],
    ['all of it, and no more', send({ sendMax: { ...usd, value: '1.0' } })],
    ['both freezes that end', trust('tfClearFreeze', 'tfClearDeepFreeze')],
    [
      'a memo of what a URL has',
      send({ memos: [{ MemoType: hexOf(URL_CHARACTERS), MemoData: '20' }] }),
    ],
    ['a path by way of XRP', cross({ paths: [[{ currency: 'XRP' }]] })],
    [
      'a payment to oneself along a path',
      (gateway, self) => send({ destination: self, paths })(gateway, self),
    ],
    [
      'an exchange for oneself',
      (gateway, self) => send({ destination: self, sendMax: eur })(gateway, self),
    ],
    [
      'a floor of XRP in another spelling',
      (gateway) =>
        gateway.crossCurrencyPayment('0', {
          destination: HOLDER,
          amount: 5n,
          deliverMin: '4',
          sendMax: usd,
          flags: { tfPartialPayment: true },
        }),
    ],
  ])('but %s is', async (_, act) => {
    await expect(act(capture.gateway, capture.address)).resolves.toHaveProperty('result.hash');
  });
});
