import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currencyText } from '../../src/xrpl/wire/currencies.js';
import { rejectionOf } from '../support/rejections.js';
import { newWorld, type World } from '../support/world.js';
import { Capture } from './support/capture.js';

const ISSUER = 'rhsMZjNb4ehEHdfLbMCRBnwMr7XAnicnVS';
/** As the issuers of these have them on the main network. */
const CODES = [
  ['RLUSD', '524C555344000000000000000000000000000000'],
  ['USDC', '5553444300000000000000000000000000000000'],
  ['SOLO', '534F4C4F00000000000000000000000000000000'],
] as const;

const limitOf = async (code: string): Promise<unknown> => {
  const capture = await Capture.start();
  const limitAmount = { currency: code, issuer: ISSUER, value: '5' };
  await capture.gateway.trustSet('0', { limitAmount });
  return capture.take().signed.LimitAmount;
};

describe('a code of more than three letters', () => {
  it.each(CODES)('%s is %s', async (text, hex) => {
    expect(await limitOf(text)).toMatchObject({ currency: hex });
    expect(currencyText(hex)).toBe(text);
  });

  it('is the same to a key as its hexadecimal', async () => {
    const { gateway } = await Capture.start();
    const set = (currency: string) =>
      gateway.trustSet(
        '0',
        { limitAmount: { currency, issuer: ISSUER, value: '5' } },
        { idempotencyKey: 'the-same' },
      );
    const { receipt } = await set('RLUSD');
    expect((await set(CODES[0][1].toLowerCase())).receipt.hash).toBe(receipt.hash);
    expect(await rejectionOf(set('RLUSd'))).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });

  it('is read back as what was written', () => {
    const text = fc.stringMatching(/^[!-~]{4,20}$/);
    fc.assert(
      fc.property(text, (code) => {
        const hex = Buffer.from(code).toString('hex').toUpperCase().padEnd(40, '0');
        expect(currencyText(hex)).toBe(code);
      }),
    );
  });

  it.each([
    ['a standard code', 'USD'],
    ['a standard code with letters elsewhere', `555344${'0'.repeat(34)}`],
    ['what begins with a blank', `20555344${'0'.repeat(32)}`],
    ['letters of another script', `D0A0D0A3D091${'0'.repeat(28)}`],
    ['a control character', `5553441B${'0'.repeat(32)}`],
    ['what goes on behind a zero', `55534443004142${'0'.repeat(26)}`],
    ['demurrage', `0155534400000000${'C1'.repeat(12)}`],
    ['lower case, which is not how the ledger has it', CODES[0][1].toLowerCase()],
    ['nothing', '0'.repeat(40)],
  ])('nothing is read out of %s', (_, code) => {
    expect(currencyText(code)).toBeUndefined();
  });
});

describe('on the ledger', () => {
  let world: World;
  beforeAll(async () => {
    world = await newWorld();
  });
  afterAll(() => world.stop());

  it('it is trusted, paid and shown with what it says, beside its hexadecimal', async () => {
    const [holder = '', issuer = ''] = ['0', '1'].map((id) =>
      world.sandbox.custody.addressOf(id, 'XRP_TEST'),
    );
    const rlusd = (value: string) => ({ currency: 'RLUSD', issuer, value });
    await world.gateway.trustSet('0', { limitAmount: rlusd('100') });
    await world.gateway.tokenTransfer('1', { destination: holder, amount: rlusd('7') });
    expect((await world.gateway.getBalances('0')).tokens).toEqual([
      { currency: CODES[0][1], issuer, value: '7', text: 'RLUSD' },
    ]);
    await world.gateway.freezeToken('1', { holder, currency: 'RLUSD', freeze: true });
    expect(await world.gateway.getTrustLines('0')).toMatchObject([{ freeze_peer: true }]);
  });
});
