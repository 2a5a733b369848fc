import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Wallet } from 'xrpl';
import { runs } from '../support/runs.js';
import { type Sent, TestLedger, tokens } from './support/ledger.js';

/**
 * Whatever a handful of accounts do to each other, in any order: no XRP comes out of nothing or
 * goes anywhere but into fees, what an issuer owes is what its holders hold, every transaction in a
 * ledger uses its own number, and metadata tells exactly what changed.
 */

const CURRENCIES = ['USD', 'EUR'] as const;
const HOLDERS = 3;
const TOTAL = 100_000_000_000_000_000n;

let ledger: TestLedger;
let issuer: Wallet;
let holders: Wallet[];
let everyone: Wallet[];

beforeAll(async () => {
  ledger = await TestLedger.start();
  issuer = await ledger.wallet(1_000_000);
  holders = [];
  for (let index = 0; index < HOLDERS; index += 1) holders.push(await ledger.wallet(1_000_000));
  everyone = [issuer, ...holders];
  const rate = { SetFlag: 8, TransferRate: 1_013_000_000 };
  await ledger.send(issuer, { TransactionType: 'AccountSet', ...rate });
  for (const holder of holders) {
    for (const currency of CURRENCIES) {
      const LimitAmount = tokens(issuer, currency, '1000000');
      await ledger.send(holder, { TransactionType: 'TrustSet', LimitAmount });
      await ledger.send(issuer, {
        TransactionType: 'Payment',
        Destination: holder.classicAddress,
        Amount: tokens(issuer, currency, '10000'),
      });
    }
  }
});

afterAll(() => ledger.stop());

const person = fc.nat({ max: HOLDERS });
const holder = fc.integer({ min: 1, max: HOLDERS });
const currency = fc.constantFrom('XRP', ...CURRENCIES);
const value = fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: -3, max: 1 }));
/** Close enough to each other that many offers cross. */
const traded = fc.tuple(fc.integer({ min: 5_000, max: 9_999 }), fc.integer({ min: -2, max: -1 }));
type Value = readonly [number, number];
const PARTIAL = 0x00020000;

/** Far fewer than any draw gives, some 60 of each: what is drawn must not become what does nothing. */
const AT_LEAST = 10;

const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      from: person,
      to: person,
      currency,
      value,
      by: currency,
      partial: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('offer' as const),
      from: holder,
      gets: currency,
      pays: currency,
      getsValue: traded,
      paysValue: traded,
      flags: fc.constantFrom(0, 0, 0, 0x00010000, 0x00020000, 0x00040000, 0x00080000, 0x000a0000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), from: holder }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('freeze' as const),
      holder,
      currency: fc.constantFrom(...CURRENCIES),
      on: fc.constantFrom(true, false, false),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      from: holder,
      currency: fc.constantFrom(...CURRENCIES),
      value,
    }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

function amount(name: string, [digits, exponent]: Value) {
  if (name === 'XRP') return `${Math.round(digits * 10 ** (exponent + 4))}`;
  return tokens(issuer, name, `${digits}e${exponent}`);
}

const of = (index: number) => everyone[index] as Wallet;

async function act(what: Action): Promise<{ from: Wallet; fields: object } | undefined> {
  switch (what.kind) {
    case 'pay': {
      const { from, to, value: much, partial } = what;
      const direct = what.currency === what.by;
      if (from === to && direct) return undefined;
      if (direct && what.currency === 'XRP' && partial) return undefined;
      return {
        from: of(from),
        fields: {
          TransactionType: 'Payment',
          Destination: of(to).classicAddress,
          Amount: amount(what.currency, much),
          ...(direct && what.currency === 'XRP' ? {} : { SendMax: amount(what.by, [9_999, 1]) }),
          ...(partial ? { Flags: PARTIAL } : {}),
        },
      };
    }
    case 'offer': {
      if (what.gets === what.pays) return undefined;
      return {
        from: of(what.from),
        fields: {
          TransactionType: 'OfferCreate',
          TakerGets: amount(what.gets, what.getsValue),
          TakerPays: amount(what.pays, what.paysValue),
          Flags: what.flags,
        },
      };
    }
    case 'cancel': {
      const account = of(what.from).classicAddress;
      const { result } = await ledger.client.request({ command: 'account_offers', account });
      const OfferSequence = result.offers?.[0]?.seq;
      if (OfferSequence === undefined) return undefined;
      return { from: of(what.from), fields: { TransactionType: 'OfferCancel', OfferSequence } };
    }
    case 'freeze': {
      const LimitAmount = tokens(of(what.holder), what.currency, '0');
      const Flags = what.on ? 0x00100000 : 0x00200000;
      return { from: issuer, fields: { TransactionType: 'TrustSet', LimitAmount, Flags } };
    }
    case 'limit': {
      const LimitAmount = amount(what.currency, what.value);
      return { from: of(what.from), fields: { TransactionType: 'TrustSet', LimitAmount } };
    }
  }
}

/** A decimal string in units of 10^-30. */
function units(text: string): bigint {
  const [digits = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  return BigInt(`${whole}${fraction}`) * 10n ** BigInt(30 + Number(exponent) - fraction.length);
}

async function totalCoins(): Promise<bigint> {
  const { result } = await ledger.client.request({ command: 'ledger', ledger_index: 'validated' });
  return BigInt((result.ledger as { total_coins: string }).total_coins);
}

interface Balances {
  readonly drops: ReadonlyMap<string, bigint>;
  readonly lines: ReadonlyMap<string, bigint>;
}

async function balances(): Promise<Balances> {
  const drops = new Map<string, bigint>();
  const lines = new Map<string, bigint>();
  for (const { classicAddress: account } of everyone) {
    drops.set(account, ledger.sandbox.xrpl.balanceOf(account));
    const { result } = await ledger.client.request({
      command: 'account_lines',
      account,
      ledger_index: 'validated',
    });
    for (const line of result.lines) {
      lines.set(`${account} ${line.account} ${line.currency}`, units(line.balance));
    }
  }
  return { drops, lines };
}

function sum(values: Iterable<bigint>): bigint {
  let total = 0n;
  for (const value of values) total += value;
  return total;
}

/** What the issuer owes in a currency. */
function owed({ lines }: Balances, name: string): bigint {
  const own = [...lines].filter(
    ([key]) => key.startsWith(issuer.classicAddress) && key.endsWith(name),
  );
  return -sum(own.map(([, value]) => value));
}

/** The last of 16 digits of every balance is rounded, as on the real ledger. */
const ROUNDING = 10n ** 20n;

/** Holders among themselves can lose tokens to fees, never gain any. */
function expectNothingIssued(before: Balances, after: Balances): void {
  for (const name of CURRENCIES) {
    expect(owed(after, name)).toBeLessThanOrEqual(owed(before, name) + ROUNDING);
  }
}

/** What an account has, in units of 10^-30; of XRP, whose drop these tests take for 10^-4. */
function has({ drops, lines }: Balances, account: string, name: string): bigint {
  if (name === 'XRP') return (drops.get(account) ?? 0n) * 10n ** 26n;
  return lines.get(`${account} ${issuer.classicAddress} ${name}`) ?? 0n;
}

/** By way of XRP an offer may meet its maker's own: then it trades with itself. */
function tookOwnOffer({ hash, meta }: Sent): boolean {
  const entries = (meta?.AffectedNodes ?? []).flatMap((node) => {
    if (!('ModifiedNode' in node || 'DeletedNode' in node)) return [];
    const told = 'ModifiedNode' in node ? node.ModifiedNode : node.DeletedNode;
    return told.LedgerEntryType === 'Offer' ? [String(told.FinalFields?.Account)] : [];
  });
  return entries.includes(senderOf(hash));
}

function senderOf(hash: string): string {
  for (const { classicAddress } of everyone) {
    const sent = ledger.sandbox.xrpl.transactionsOf(classicAddress).at(-1);
    const { Account } = (sent?.tx_json ?? {}) as { Account?: string };
    if (sent?.hash === hash && Account === classicAddress) return classicAddress;
  }
  return '';
}

/** Nobody pays more than its offer named, but for the transfer fee and a rounded drop or two. */
function expectFairPrice(
  offer: Extract<Action, { kind: 'offer' }>,
  before: Balances,
  after: Balances,
): void {
  const account = of(offer.from).classicAddress;
  const cost = 10n ** 27n;
  const gain = (name: string) => has(after, account, name) - has(before, account, name);
  const spent = -gain(offer.gets) - (offer.gets === 'XRP' ? cost : 0n);
  const got = gain(offer.pays) + (offer.pays === 'XRP' ? cost : 0n);
  if (spent <= 0n && got <= 0n) return;
  const scale = ([digits, exponent]: Value) => BigInt(digits) * 10n ** BigInt(exponent + 3);
  const [gets, pays] = [scale(offer.getsValue), scale(offer.paysValue)];
  const allowed = (got * gets * 1_013n) / (pays * 1_000n);
  expect(spent).toBeLessThanOrEqual(allowed + 5n * 10n ** 26n);
}

async function genesisDrops(): Promise<bigint> {
  const [funding] = ledger.sandbox.xrpl.transactionsOf(issuer.classicAddress);
  const { Account } = (funding as { tx_json: { Account: string } }).tx_json;
  return ledger.sandbox.xrpl.balanceOf(Account);
}

describe('whatever accounts do', () => {
  it('conserves XRP, tokens and numbers', { timeout: 60_000 }, async () => {
    const outcomes = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
        for (const what of actions) {
          const planned = await act(what);
          if (planned === undefined) continue;
          const { from, fields } = planned;
          const sequence = await ledger.sequenceOf(from);
          const before = await balances();
          const sent = await ledger.send(from, fields as never);
          outcomes.set(sent.result, (outcomes.get(sent.result) ?? 0) + 1);
          const after = await balances();
          expect(sent.result).toMatch(/^te[sc]/);
          expect(await ledger.sequenceOf(from)).toBe(sequence + 1);
          expect(sum(before.drops.values()) - sum(after.drops.values())).toBe(10n);
          expect(sum(after.drops.values()) + (await genesisDrops())).toBe(await totalCoins());
          expect(sum(after.lines.values())).toBe(0n);
          if (sent.result !== 'tesSUCCESS') expect(after.lines).toEqual(before.lines);
          for (const drops of after.drops.values()) expect(drops).toBeGreaterThanOrEqual(0n);
          if (from !== issuer) expectNothingIssued(before, after);
          if (what.kind === 'offer' && !tookOwnOffer(sent)) expectFairPrice(what, before, after);
        }
      }),
      runs(12),
    );
    expect(await totalCoins()).toBeLessThan(TOTAL);
    expect(outcomes.get('tesSUCCESS') ?? 0).toBeGreaterThan(AT_LEAST);
  });

  it('is told by the metadata, field by field', { timeout: 60_000 }, async () => {
    let checked = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 15 }), async (actions) => {
        for (const what of actions) {
          const planned = await act(what);
          if (planned === undefined) continue;
          const sent = await ledger.send(planned.from, planned.fields as never);
          for (const node of sent.meta?.AffectedNodes ?? []) {
            await checkNode(node);
            checked += 1;
          }
        }
      }),
      runs(8),
    );
    expect(checked).toBeGreaterThan(AT_LEAST);
  });
});

/** Compares a node of the metadata with the entry before and after. */
async function checkNode(node: object): Promise<void> {
  const [kind, told] = Object.entries(node)[0] as [string, Record<string, unknown>];
  const now = await entry(told.LedgerIndex, ledger.sandbox.xrpl.ledgerIndex);
  const then = await entry(told.LedgerIndex, ledger.sandbox.xrpl.ledgerIndex - 1);
  if (kind === 'CreatedNode') {
    expect(then).toBeUndefined();
    expect(now).toMatchObject(told.NewFields as object);
  } else if (kind === 'DeletedNode') {
    expect(now).toBeUndefined();
    expect(then?.LedgerEntryType).toBe(told.LedgerEntryType);
  } else {
    expect(now).toMatchObject(told.FinalFields as object);
    expect(then).toMatchObject((told.PreviousFields as object | undefined) ?? {});
    expect(then?.PreviousTxnID).toBe(told.PreviousTxnID);
  }
}

async function entry(index: unknown, ledger_index: number) {
  try {
    const request = { command: 'ledger_entry', index, ledger_index };
    const { result } = await ledger.client.request(request as never);
    return (result as { node: Record<string, unknown> }).node;
  } catch {
    return undefined;
  }
}
