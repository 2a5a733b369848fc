import { afterEach, describe, expect, test } from 'vitest';
import type { TransactionEvent } from '../../src/transactions/index.js';
import { newAptosWorld } from '../aptos/support/world.js';
import { newStacksWorld } from '../stacks/support/world.js';
import { type OperatorAnswer, shownByOperators } from '../support/operators.js';
import { rejectionOf } from '../support/rejections.js';
import { newWorld } from '../support/world.js';

/** A single operator neither keeps a payment from being signed, nor has one signed that the others refuse. */

/** What an operator says instead of the truth, by the text of its answers. */
type Lie = (text: string) => string;
/** Its answers never come. */
const SILENT = 'silent';
type Said = Lie | typeof SILENT | undefined;

interface ShownChain {
  /** Pays one unit as several operators show the chain; the first is asked first. */
  pay(said: readonly Said[], idempotencyKey: string, agree?: number): Promise<unknown>;
  /** What the payee has received, in base units. */
  received(): bigint;
  /** The refusals that were told to be overruled. */
  overruled(): readonly { readonly refusal?: string; readonly by?: readonly string[] }[];
  stop(): Promise<void>;
}

const CALL = { confirmTimeoutMs: 10_000 };
const ONCE = { retry: { attempts: 1, baseMs: 1, maxMs: 1 } };

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

const overruledIn = (events: readonly TransactionEvent[]) =>
  events.flatMap((event) => (event.type === 'refusal-overruled' ? event : []));

async function xrpl(): Promise<ShownChain> {
  const { sandbox, another, events, stop } = await newWorld();
  const { url, networkId } = sandbox.xrpl;
  const to = sandbox.custody.addressOf('1', 'XRP_TEST');
  const before = sandbox.xrpl.balanceOf(to);
  return {
    stop,
    pay: (said, idempotencyKey, agree = Math.min(said.length, 2)) => {
      const { fetch, urls } = shownByOperators(url, said.map(saying));
      const gateway = another({ fetch, network: { url: urls, networkId }, agree, ...ONCE });
      return gateway.transfer('0', { to, amount: 1n }, { ...CALL, native: false, idempotencyKey });
    },
    received: () => sandbox.xrpl.balanceOf(to) - before,
    overruled: () => overruledIn(events),
  };
}

async function aptos(): Promise<ShownChain> {
  const { sandbox, another, addresses, events, stop } = await newAptosWorld();
  const { fullnodeUrl, indexerUrl, chainId } = sandbox.aptos;
  const to = addresses[1];
  const before = sandbox.aptos.balanceOf(to);
  return {
    stop,
    pay: (said, idempotencyKey, agree = Math.min(said.length, 2)) => {
      const { fetch, urls } = shownByOperators(fullnodeUrl, said.map(saying));
      const network = { fullnodeUrl: urls, indexerUrl, chainId };
      const gateway = another({ fetch, network, agree, ...ONCE });
      return gateway.transfer('0', { to, amount: 1n }, { ...CALL, idempotencyKey });
    },
    received: () => sandbox.aptos.balanceOf(to) - before,
    overruled: () => overruledIn(events),
  };
}

async function stacks(): Promise<ShownChain> {
  const { sandbox, another, addresses, events, stop } = await newStacksWorld();
  const { url, network, chainId } = sandbox.stacks;
  const to = addresses[1];
  const before = sandbox.stacks.balanceOf(to).unlocked;
  return {
    stop,
    pay: (said, idempotencyKey, agree = Math.min(said.length, 2)) => {
      const { fetch, urls } = shownByOperators(url, said.map(saying));
      const gateway = another({
        fetch,
        network: { url: urls, network, chainId },
        agree,
        ...ONCE,
      });
      return gateway.transfer('0', { to, amount: 1n }, { ...CALL, idempotencyKey });
    },
    received: () => sandbox.stacks.balanceOf(to).unlocked - before,
    overruled: () => overruledIn(events),
  };
}

const APTOS_NONE = JSON.stringify({
  message: 'none',
  error_code: 'account_not_found',
  vm_error_code: null,
});

describe.each<[string, () => Promise<ShownChain>, string, string, Lie]>([
  [
    'the XRP Ledger: no account',
    xrpl,
    'ACCOUNT_NOT_FUNDED',
    'has no account',
    (text) =>
      text.includes('"account_data"')
        ? JSON.stringify({ result: { error: 'actNotFound', status: 'error' } })
        : text,
  ],
  [
    'the XRP Ledger: a fee above the cap',
    xrpl,
    'FEE_TOO_HIGH',
    'The fee would be',
    (text) => text.replaceAll(/("(?:open_ledger|minimum)_fee":\s*")\d+/g, '$1900000000'),
  ],
  [
    'Aptos: no account',
    aptos,
    'ACCOUNT_NOT_FUNDED',
    'has no account',
    (text) => (text.includes('"authentication_key"') ? APTOS_NONE : text),
  ],
  [
    'Aptos: a trial that fails',
    aptos,
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
    aptos,
    'FEE_TOO_HIGH',
    'The fee would be',
    (text) => text.replaceAll(/("gas_unit_price":\s*")\d+/g, '$190000000'),
  ],
  [
    'Stacks: no money',
    stacks,
    'INSUFFICIENT_FUNDS',
    'can be spent',
    (text) => text.replace(/("balance":\s*")0x[0-9a-f]+/, '$10x0'),
  ],
  [
    'Stacks: a fee above the cap',
    stacks,
    'FEE_TOO_HIGH',
    'The fee would be',
    (text) => text.replaceAll(/("fee":\s*)\d+/g, '$190000000'),
  ],
])('%s', (_, start, code, words, lie) => {
  let shown: ShownChain;
  afterEach(() => shown.stop());

  test('said by the first of three is overruled, and told', async () => {
    shown = await start();
    await shown.pay([lie, undefined, undefined], 'K');
    expect(shown.received()).toBe(1n);
    const [{ refusal, by = [] } = {}, ...others] = shown.overruled();
    expect(refusal).toContain(words);
    expect([...by].sort()).toEqual(['op-1.example', 'op-2.example']);
    expect(others).toEqual([]);
  });

  test('is overruled, or not, without waiting for those who never answer', async () => {
    shown = await start();
    const error = await rejectionOf(shown.pay([lie, lie, SILENT], 'K'));
    expect(error).toMatchObject({ code });
    await shown.pay([lie, SILENT, undefined, undefined, undefined], 'K');
    expect(shown.received()).toBe(1n);
  });

  test('said by two of three, the first of them asked first, is what is told', async () => {
    shown = await start();
    const error = await rejectionOf(shown.pay([lie, undefined, lie], 'K'));
    expect(error).toMatchObject({ code });
    expect(shown.received()).toBe(0n);
    expect(shown.overruled()).toEqual([]);
    // Nothing was signed, so the same key pays once the truth is told.
    await shown.pay([undefined, undefined, undefined], 'K');
    expect(shown.received()).toBe(1n);
  });

  test('said by most of them is what is told, however few have to agree', async () => {
    shown = await start();
    expect(await rejectionOf(shown.pay([lie, undefined, lie], 'K', 1))).toMatchObject({ code });
    expect(shown.received()).toBe(0n);
  });

  test('said by one of two is what is told', async () => {
    shown = await start();
    expect(await rejectionOf(shown.pay([lie, undefined], 'K'))).toMatchObject({ code });
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
  await expect(gateway.xrpTransfer('0', params, CALL)).resolves.toMatchObject({
    status: 'confirmed',
  });
  await stop();
});
