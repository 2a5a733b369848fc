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
