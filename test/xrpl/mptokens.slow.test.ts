import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvalidInputError } from '../../src/index.js';
import { XrplNodeError } from '../../src/xrpl/index.js';
import { accountIdOf } from '../support/base58.js';
import { rejectionOf } from '../support/rejections.js';
import { Capture } from './support/capture.js';
import { type LedgerWorld, newLedgerWorld, TRANSPORTS } from './support/transports.js';

/** Vault accounts. */
const HOLDER = '0';
const ISSUER = '1';
const OTHER = '2';

let world: LedgerWorld;
beforeAll(async () => {
  world = await newLedgerWorld(TRANSPORTS[0], { funded: [HOLDER, ISSUER, OTHER] });
});
afterAll(() => world.stop());

/** A new token of the issuer's. */
async function issue(fields: object = {}): Promise<string> {
  const { result } = await world.gateway.submit(ISSUER, {
    TransactionType: 'MPTokenIssuanceCreate',
    Flags: 0x20,
    ...fields,
  });
  const issuer = Buffer.from(accountIdOf(world.addressOf(ISSUER))).toString('hex');
  const number = Number(result.tx_json.Sequence).toString(16).padStart(8, '0');
  return `${number}${issuer}`.toUpperCase();
}

const heldBy = async (vault: string, id: string) =>
  (await world.gateway.getBalances(vault)).mpts.find(({ mptIssuanceId }) => mptIssuanceId === id);

describe('a multi-purpose token', () => {
  it('is held, passed on, and burnt', async () => {
    const { gateway, addressOf } = world;
    const mptIssuanceId = await issue();
    const destination = addressOf(OTHER);
    for (const vault of [HOLDER, OTHER]) await gateway.mptokenAuthorize(vault, { mptIssuanceId });
    await gateway.tokenTransfer(ISSUER, {
      destination: addressOf(HOLDER),
      amount: { mptIssuanceId, value: '9223372036854775807' },
    });
    const amount = { mptIssuanceId, value: '7' };
    const { result } = await gateway.tokenTransfer(HOLDER, { destination, amount });
    expect(result.meta.delivered_amount).toEqual({ mpt_issuance_id: mptIssuanceId, value: '7' });
    expect(await heldBy(HOLDER, mptIssuanceId)).toEqual({
      mptIssuanceId,
      issuer: addressOf(ISSUER),
      value: '9223372036854775800',
    });
    await gateway.burnToken(OTHER, { amount });
    expect(await heldBy(OTHER, mptIssuanceId)).toBeUndefined();
    await gateway.mptokenAuthorize(OTHER, { mptIssuanceId, flags: { tfMPTUnauthorize: true } });
    const again = await rejectionOf(gateway.tokenTransfer(HOLDER, { destination, amount }));
    expect(again).toMatchObject({ code: 'TRANSACTION_FAILED', resultCode: 'tecNO_AUTH' });
  });

  it('is for those alone whom its issuer lets have it, where it asks for that', async () => {
    const { gateway, addressOf } = world;
    const mptIssuanceId = await issue({ Flags: 0x04 });
    const holder = addressOf(HOLDER);
    const payment = { destination: holder, amount: { mptIssuanceId, value: '1' } };
    await gateway.mptokenAuthorize(HOLDER, { mptIssuanceId });
    expect(await rejectionOf(gateway.tokenTransfer(ISSUER, payment))).toMatchObject({
      resultCode: 'tecNO_AUTH',
    });
    await gateway.mptokenAuthorize(ISSUER, { mptIssuanceId, holder });
    await gateway.tokenTransfer(ISSUER, payment);
    expect(await heldBy(HOLDER, mptIssuanceId)).toHaveProperty('value', '1');
  });

  it('with a transfer fee takes a sendMax that covers it', async () => {
    const { gateway, addressOf } = world;
    const mptIssuanceId = await issue({ TransferFee: 10_000 });
    for (const vault of [HOLDER, OTHER]) await gateway.mptokenAuthorize(vault, { mptIssuanceId });
    const amount = { mptIssuanceId, value: '100' };
    const toHolder = { destination: addressOf(HOLDER), amount: { mptIssuanceId, value: '500' } };
    await gateway.tokenTransfer(ISSUER, toHolder);
    await gateway.tokenTransfer(HOLDER, {
      destination: addressOf(OTHER),
      amount,
      sendMax: { mptIssuanceId, value: '110' },
    });
    expect(await heldBy(HOLDER, mptIssuanceId)).toHaveProperty('value', '390');
    expect(await heldBy(OTHER, mptIssuanceId)).toHaveProperty('value', '100');
  });
});

describe('what can’t be is refused before anybody is asked', () => {
  const mptIssuanceId = `00000001${'AB'.repeat(20)}`;
  const amount = { mptIssuanceId, value: '5' };
  const destination = 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf';

  it.each<readonly [string, object]>([
    ['amount', { amount: { mptIssuanceId, value: '0' } }],
    ['amount', { amount: { mptIssuanceId, value: '1.5' } }],
    ['amount', { amount: { mptIssuanceId, value: '-1' } }],
    ['amount', { amount: { mptIssuanceId, value: '9223372036854775808' } }],
    ['amount', { amount: { mptIssuanceId: 'AB', value: '5' } }],
    ['amount', { amount: { ...amount, currency: 'USD' } }],
    ['paths', { paths: [[{ currency: 'XRP' }]] }],
    ['flags', { flags: { tfLimitQuality: true } }],
    ['sendMax', { sendMax: '5' }],
    ['sendMax', { sendMax: { mptIssuanceId: `00000002${'AB'.repeat(20)}`, value: '5' } }],
    ['deliverMin', { deliverMin: '5', flags: { tfPartialPayment: true } }],
  ])('%s: %j', async (field, more) => {
    const { gateway, node } = await Capture.start();
    const asked = node.requests.length;
    const payment = { destination, amount, ...more };
    const error = await rejectionOf(gateway.tokenTransfer('0', payment as never));
    expect(error).toMatchObject({ code: 'INVALID_INPUT' });
    expect((error as InvalidInputError).field).toMatch(new RegExp(`^${field}\\b`));
    expect(node.requests).toHaveLength(asked);
  });

  it('nor are they exchanged for anything', async () => {
    const { gateway } = await Capture.start();
    const call = gateway.crossCurrencyPayment('0', { destination, amount, sendMax: '5' } as never);
    expect(await rejectionOf(call)).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('a holder is named by the token’s issuer alone, who has to', async () => {
    const id = await issue();
    const { gateway, addressOf } = world;
    const [holder, self] = [addressOf(HOLDER), addressOf(ISSUER)];
    const calls = [
      gateway.mptokenAuthorize(ISSUER, { mptIssuanceId: id }),
      gateway.mptokenAuthorize(ISSUER, { mptIssuanceId: id, holder: self }),
      gateway.mptokenAuthorize(OTHER, { mptIssuanceId: id, holder }),
    ];
    for (const call of calls) {
      expect(await rejectionOf(call)).toMatchObject({ code: 'INVALID_INPUT', field: 'holder' });
    }
    const burning = gateway.burnToken(ISSUER, { amount: { mptIssuanceId: id, value: '1' } });
    expect(await rejectionOf(burning)).toMatchObject({ field: 'amount.mptIssuanceId' });
  });
});

it('of a node from before there were any there are none', async () => {
  const { gateway, node } = await Capture.start();
  node.on('account_objects', () => {
    throw new XrplNodeError('invalidParams', "Invalid field 'type'.");
  });
  expect(await gateway.getBalances('0')).toHaveProperty('mpts', []);
});
