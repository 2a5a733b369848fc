import { afterEach, describe, expect, test } from 'vitest';
import type { TransactionEvent } from '../../src/transactions/index.js';
import { type OperatorAnswer, shownByOperators } from '../support/operators.js';
import { PAYING_CHAINS, type PayingChain } from '../support/paying-chains.js';
import { rejectionOf } from '../support/rejections.js';
import { newWorld } from '../support/world.js';

/** A single operator neither keeps a payment from being signed, nor has one signed that the others refuse. */

/** What an operator says instead of the truth, by the text of its answers. */
type Lie = (text: string) => string;
/** Its answers never come. */
const SILENT = 'silent';
type Said = Lie | typeof SILENT | undefined;

const PATIENT_ONCE = {
  retry: { attempts: 1, baseMs: 1, maxMs: 1 },
  call: { confirmTimeoutMs: 10_000 },
};

function saying(lie: Said): OperatorAnswer {
  return async (_, ask) => {
    if (lie === SILENT) return new Promise(() => undefined);
    const answer = await ask();
    if (!lie) return answer;
    const headers = new Headers(answer.headers);
    for (const name of ['content-length', 'content-encoding']) headers.delete(name);
    const [text, status] = [lie(await answer.text()), answer.status];
    return new Response(text, { status: /_not_found/.test(text) ? 404 : status, headers });
  };
}

/** Pays one unit as several operators show the chain; the first is asked first. */
function payAs(
  said: readonly Said[],
  chain: PayingChain,
  idempotencyKey: string,
  agree = Math.min(said.length, 2),
) {
  const shown = shownByOperators(chain.url, said.map(saying));
  return chain.pay({ ...shown, agree, ...PATIENT_ONCE }, 1n, idempotencyKey);
}

/** The refusals that were told to be overruled. */
const overruledIn = (events: readonly TransactionEvent[]) =>
  events.flatMap((event) => (event.type === 'refusal-overruled' ? event : []));

const APTOS_NONE = JSON.stringify({
  message: 'none',
  error_code: 'account_not_found',
  vm_error_code: null,
});

describe.each<[string, keyof typeof PAYING_CHAINS, string, string, Lie]>([
  [
    'the XRP Ledger: no account',
    'xrpl',
    'ACCOUNT_NOT_FUNDED',
    'has no account',
    (text) =>
      text.includes('"account_data"')
        ? JSON.stringify({ result: { error: 'actNotFound', status: 'error' } })
        : text,
  ],
  [
    'the XRP Ledger: a fee above the cap',
    'xrpl',
    'FEE_TOO_HIGH',
    'The fee would be',
    (text) => text.replaceAll(/("(?:open_ledger|minimum)_fee":\s*")\d+/g, '$1900000000'),
  ],
  [
    'Aptos: no account',
    'aptos',
    'ACCOUNT_NOT_FUNDED',
    'has no account',
    (text) => (text.includes('"authentication_key"') ? APTOS_NONE : text),
  ],
  [
    'Aptos: a trial that fails',
    'aptos',
    'SIMULATION_FAILED',
    'INSUFFICIENT_BALANCE',
    (text) =>
      text
        .replace('"success":true', '"success":false')
        .replace(
          '"vm_status":"Executed successfully"',
          '"vm_status":"Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006)"',
        ),
  ],
  [
    'Aptos: gas above the cap',
    'aptos',
    'FEE_TOO_HIGH',
    'The fee would be',
    (text) => text.replaceAll(/("gas_unit_price":\s*")\d+/g, '$190000000'),
  ],
  [
    'Stacks: no money',
    'stacks',
    'INSUFFICIENT_FUNDS',
    'can be spent',
    (text) => text.replace(/("balance":\s*")0x[0-9a-f]+/, '$10x0'),
  ],
  [
    'Stacks: a fee above the cap',
    'stacks',
    'FEE_TOO_HIGH',
    'The fee would be',
    (text) => text.replaceAll(/("fee":\s*)\d+/g, '$190000000'),
  ],
])('%s', (_, name, code, words, lie) => {
  let shown: PayingChain;
  afterEach(() => shown.stop());

  test('said by the first of three is overruled, and told', async () => {
    shown = await PAYING_CHAINS[name]();
    await payAs([lie, undefined, undefined], shown, 'K');
    expect(shown.received()).toBe(1n);
    const [{ refusal, by = [] } = {}, ...others] = overruledIn(shown.events);
    expect(refusal).toContain(words);
    expect([...by].sort()).toEqual(['op-1.example', 'op-2.example']);
    expect(others).toEqual([]);
  });

  test('is overruled, or not, without waiting for those who never answer', async () => {
    shown = await PAYING_CHAINS[name]();
    const error = await rejectionOf(payAs([lie, lie, SILENT], shown, 'K'));
    expect(error).toMatchObject({ code });
    await payAs([lie, SILENT, undefined, undefined, undefined], shown, 'K');
    expect(shown.received()).toBe(1n);
  });

  test('said by two of three, the first of them asked first, is what is told', async () => {
    shown = await PAYING_CHAINS[name]();
    const error = await rejectionOf(payAs([lie, undefined, lie], shown, 'K'));
    expect(error).toMatchObject({ code });
    expect(shown.received()).toBe(0n);
    expect(overruledIn(shown.events)).toEqual([]);
    // Nothing was signed, so the same key pays once the truth is told.
    await payAs([undefined, undefined, undefined], shown, 'K');
    expect(shown.received()).toBe(1n);
  });

  test('said by most of them is what is told, however few have to agree', async () => {
    shown = await PAYING_CHAINS[name]();
    expect(await rejectionOf(payAs([lie, undefined, lie], shown, 'K', 1))).toMatchObject({ code });
    expect(shown.received()).toBe(0n);
  });

  test('said by one of two is what is told', async () => {
    shown = await PAYING_CHAINS[name]();
    expect(await rejectionOf(payAs([lie, undefined], shown, 'K'))).toMatchObject({ code });
    expect(shown.received()).toBe(0n);
  });
});

test('a transfer that only the custody can build is asked for, however many operators there are', async () => {
  const { sandbox, another, stop } = await newWorld();
  const { url, networkId } = sandbox.xrpl;
  const { fetch, urls } = shownByOperators(url, [undefined, undefined, undefined].map(saying));
  const gateway = another({ fetch, network: { url: urls, networkId } });
  const place = { type: 'EXCHANGE_ACCOUNT', id: 'mine' } as const;
  const address = sandbox.custody.addressOf('1', 'XRP_TEST');
  sandbox.custody.registerDestination({ ...place, assetId: 'XRP_TEST', address });
  const params = { destination: place, amount: '1' };
  await expect(gateway.xrpTransfer('0', params)).resolves.toMatchObject({
    status: 'confirmed',
  });
  await stop();
});
