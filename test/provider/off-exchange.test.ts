import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidInputError } from '../../src/core/errors.js';
import {
  afterForcedSettlementMove,
  afterSignerEvent,
  afterSigningEvent,
  assetKey,
  collateralId,
  destinationOf,
  ForcedSettlementError,
  type ForcedSettlementMove,
  type ForcedSettlementState,
  forcedSettlementMoves,
  isCollateralId,
  isSameAsset,
  type NativeCryptocurrency,
  parseCollateralId,
  type SettlementCandidate,
  type SettlementSigning,
  type SettlementSigningEvent,
  transferLevelOf,
} from '../../src/provider/index.js';
import { thrownBy } from '../support/rejections.js';

const DAY = 86_400_000;
const CREATED = Date.UTC(2026, 0, 1);
const SLA = DAY;

const candidate = (changes: Partial<SettlementCandidate> = {}): SettlementCandidate => ({
  createdAt: CREATED,
  isLast: true,
  anotherIsMarked: false,
  hasCancelledToExchange: false,
  enforcementSlaMs: SLA,
  ...changes,
});
const NOT_MARKED = { state: 'not-marked' } as const;
const markedAt = (at: number) => ({ state: 'marked', markedAt: at }) as const;

describe('forcing a settlement', () => {
  test.each([
    [0, {}, { allowed: true, until: CREATED + 7 * DAY }],
    [7 * DAY, {}, { allowed: true }],
    [7 * DAY + 1, {}, { allowed: false, reason: 'too-old' }],
    // Marked a moment later, it could be forced only when its time is over.
    [6 * DAY, { enforcementSlaMs: 4 * DAY }, { allowed: true, until: CREATED + 6 * DAY }],
    [6 * DAY + 1, { enforcementSlaMs: 4 * DAY }, { allowed: false, reason: 'too-old' }],
    [0, { isLast: false }, { allowed: false, reason: 'not-the-last' }],
    [0, { anotherIsMarked: true }, { allowed: false, reason: 'another-is-marked' }],
    [
      0,
      { hasCancelledToExchange: true },
      { allowed: false, reason: 'cancelled-to-exchange-transaction' },
    ],
  ])('begins with a mark: after %i ms with %j', (ms, changes, expected) => {
    const { mark } = forcedSettlementMoves(NOT_MARKED, candidate(changes), CREATED + ms);
    expect(mark).toMatchObject(expected);
  });

  test.each([
    [0, SLA - 1, {}, { allowed: false, reason: 'enforcement-sla', from: CREATED + SLA }],
    [0, SLA, {}, { allowed: true, until: CREATED + 10 * DAY }],
    [7 * DAY, 10 * DAY, {}, { allowed: true }],
    [7 * DAY, 10 * DAY + 1, {}, { allowed: false, reason: 'too-old', from: undefined }],
    // Its time would be over before the customer's is.
    [7 * DAY, 8 * DAY, { enforcementSlaMs: 4 * DAY }, { allowed: false, reason: 'too-old' }],
    [0, SLA, { isLast: false }, { allowed: false, reason: 'not-the-last' }],
    [0, SLA, { hasCancelledToExchange: true }, { reason: 'cancelled-to-exchange-transaction' }],
  ])('marked after %i ms, asked after %i ms', (marked, ms, changes, expected) => {
    const state = markedAt(CREATED + marked);
    const { force } = forcedSettlementMoves(state, candidate(changes), CREATED + ms);
    expect(force).toMatchObject(expected);
  });

  test.each([Number.NaN, Infinity, -Infinity, '1'])('knows no time such as %s', (time) => {
    const bad = time as number;
    const cases = [
      ['now', markedAt(CREATED), candidate(), bad],
      ['createdAt', NOT_MARKED, candidate({ createdAt: bad }), CREATED],
      ['enforcementSlaMs', NOT_MARKED, candidate({ enforcementSlaMs: bad }), CREATED],
      ['markedAt', markedAt(bad), candidate(), CREATED],
    ] as const;
    for (const [field, state, settlement, now] of cases) {
      for (const ask of [
        () => forcedSettlementMoves(state, settlement, now),
        () => afterForcedSettlementMove('mark', state, settlement, now),
      ]) {
        const error = thrownBy(ask);
        expect(error).toBeInstanceOf(InvalidInputError);
        expect(error).toMatchObject({ field });
      }
    }
  });

  test('never goes a way that the rules forbid, whatever is asked when', () => {
    const moves: ForcedSettlementMove[] = ['mark', 'force', 'unmark', 'read'];
    const step = fc.record({ move: fc.constantFrom(...moves), ms: fc.nat(2 * DAY) });
    const facts = fc.record({
      isLast: fc.boolean(),
      anotherIsMarked: fc.boolean(),
      hasCancelledToExchange: fc.boolean(),
      enforcementSlaMs: fc.nat(4 * DAY),
    });
    fc.assert(
      fc.property(facts, fc.array(step, { maxLength: 20 }), (changes, steps) => {
        const settlement = candidate(changes);
        let state: ForcedSettlementState = NOT_MARKED;
        let now = CREATED;
        for (const { move, ms } of steps) {
          now += ms;
          const before: ForcedSettlementState = state;
          const permission = forcedSettlementMoves(before, settlement, now)[move];
          if (!permission.allowed) {
            const error = thrownBy(() => afterForcedSettlementMove(move, before, settlement, now));
            expect(error).toBeInstanceOf(ForcedSettlementError);
            expect(error).toMatchObject({ move, reason: permission.reason });
            continue;
          }
          state = afterForcedSettlementMove(move, before, settlement, now);
          expect(permission.until ?? now).toBeGreaterThanOrEqual(now);
          if (move === 'unmark')
            expect([before.state, state.state]).toEqual(['marked', 'not-marked']);
          if (move === 'read') expect(state).toBe(before);
          if (move === 'mark') {
            expect(before.state).toBe('not-marked');
            expect(now - CREATED).toBeLessThanOrEqual(7 * DAY);
            expect(changes).toMatchObject({
              isLast: true,
              anotherIsMarked: false,
              hasCancelledToExchange: false,
            });
          }
          if (move === 'force') {
            if (before.state !== 'marked') throw new Error('Forced without a mark.');
            expect(now - before.markedAt).toBeGreaterThanOrEqual(changes.enforcementSlaMs);
            expect(now - CREATED).toBeLessThanOrEqual(10 * DAY);
          }
        }
        const { unmark } = forcedSettlementMoves(state, settlement, now + 100 * DAY);
        expect(unmark.allowed).toBe(state.state === 'marked');
      }),
    );
  });
});

const STATES: Readonly<Record<string, SettlementSigning['state']>> = {
  awaiting: 'awaiting-customer',
  due: 'auto-signing',
  'customer-signed': 'signed-by-customer',
  'customer-denied': 'denied-by-customer',
  'signer-signed': 'auto-signed',
};

describe('signing a settlement’s transaction', () => {
  test('is never automatic once it was denied, nor before the customer’s time is over', () => {
    const events: SettlementSigningEvent[] = [
      'customer-signed',
      'customer-denied',
      'signer-signed',
      'time-passed',
    ];
    const step = fc.record({ event: fc.constantFrom(...events), ms: fc.nat(400) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let signing: SettlementSigning = { state: 'awaiting-customer', respondBy: 1_000 };
        let now = 0;
        let ended: string | undefined;
        for (const { event, ms } of steps) {
          now += ms;
          signing = afterSigningEvent(signing, event, now);
          const byCustomer = /^customer-/.test(event) ? event : undefined;
          const bySigner = event === 'signer-signed' && now >= 1_000 ? event : undefined;
          ended ??= byCustomer ?? bySigner;
          const expected = ended ?? (now < 1_000 ? 'awaiting' : 'due');
          expect([expected, signing.state]).toEqual([expected, STATES[expected]]);
        }
      }),
    );
  });

  test.each([
    ['customer-denied', 'denied-by-customer'],
    ['customer-signed', 'signed-by-customer'],
  ] as const)('hears of a %s that was given in time, however late', (event, state) => {
    const open = { state: 'awaiting-customer', respondBy: 1_000 } as const;
    const due = afterSigningEvent(open, 'time-passed', 5_000);
    expect(due.state).toBe('auto-signing');
    expect(afterSigningEvent(due, event, 999)).toEqual({ state });
    const signed = afterSigningEvent(due, 'signer-signed', 5_001);
    expect(afterSigningEvent(signed, event, 999)).toEqual({ state: 'auto-signed' });
  });

  test('knows no misspelt denial, which would sign as time passes', () => {
    const open = { state: 'awaiting-customer', respondBy: 1_000 } as const;
    const event = 'customer-deny' as never;
    const error = thrownBy(() => afterSigningEvent(open, event, 2_000));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'event' });
  });

  test.each([Number.NaN, Infinity, '1'])('knows no time such as %s', (time) => {
    const bad = time as number;
    const open = { state: 'awaiting-customer', respondBy: bad } as const;
    const none = thrownBy(() => afterSigningEvent(open, 'time-passed', 1));
    expect(none).toMatchObject({ code: 'INVALID_INPUT', field: 'respondBy' });
    const never = thrownBy(() => afterSigningEvent({ state: 'auto-signing' }, 'time-passed', bad));
    expect(never).toMatchObject({ field: 'at' });
  });

  test('has a signer user that is ready only when the platform says so', () => {
    expect(afterSignerEvent('created', 'platform-notified')).toBe('created');
    expect(afterSignerEvent('created', 'token-pulled')).toBe('pairing');
    expect(afterSignerEvent('pairing', 'token-pulled')).toBe('pairing');
    expect(afterSignerEvent('pairing', 'platform-notified')).toBe('ready');
    expect(afterSignerEvent('ready', 'token-pulled')).toBe('ready');
  });
});

describe('a collateral id', () => {
  const uuid = fc.uuid({ version: 4 });

  test('is made of three UUIDs, and gives them back', () => {
    fc.assert(
      fc.property(uuid, uuid, uuid, (...parts) => {
        expect(parseCollateralId(collateralId(parts))).toEqual(parts);
      }),
    );
    expect(isCollateralId(collateralId())).toBe(true);
  });

  test.each([
    '',
    'a.b.c',
    'c3d5f400-0e7e-4f94-a199-44b8cc7b6b81',
    'c3d5f400-0e7e-4f94-a199-44b8cc7b6b81.'.repeat(3),
    // Of version 1.
    Array(3).fill('c3d5f400-0e7e-1f94-a199-44b8cc7b6b81').join('.'),
    null,
  ])('is not %j', (text) => {
    expect(isCollateralId(text)).toBe(false);
    expect(thrownBy(() => parseCollateralId(text))).toBeInstanceOf(InvalidInputError);
  });
});

describe('helpers', () => {
  test('know assets apart', () => {
    const native = { blockchain: 'XRP', cryptocurrencySymbol: 'XRP' };
    const references = [
      { nationalCurrencyCode: 'XRP' },
      native,
      { ...native, testAsset: true },
      { assetId: 'XRP' },
      { assetId: 'native:XRP:XRP' },
      { assetId: 'XRP:test' },
      { blockchain: 'XRP:XRP', cryptocurrencySymbol: 'XRP' },
      { blockchain: 'XRP', cryptocurrencySymbol: 'XRP:XRP' },
    ];
    expect(new Set(references.map(assetKey)).size).toBe(references.length);
    expect(isSameAsset(native, { ...native, testAsset: false })).toBe(true);
  });

  test('know a coin without its chain, as some providers send it', () => {
    const { blockchain: _, ...bare } = { blockchain: 'XRP', cryptocurrencySymbol: 'XRP' };
    const sent = bare as NativeCryptocurrency;
    expect(isSameAsset(sent, { ...sent })).toBe(true);
    expect(isSameAsset(sent, { ...sent, blockchain: 'XRP' })).toBe(false);
    expect(isSameAsset(sent, { ...sent, testAsset: true })).toBe(false);
  });

  test('know the levels of a transfer method', () => {
    const capability = { transferMethod: 'PublicBlockchain', asset: { assetId: 'a' } } as const;
    const address = { ...capability, address: 'r', addressTag: undefined };
    const destination = destinationOf(address, '1.5');
    expect(transferLevelOf(capability)).toBe('capability');
    expect(transferLevelOf(address)).toBe('address');
    expect(transferLevelOf(destination)).toBe('destination');
    expect(transferLevelOf({ ...destination, blockchainTxId: 'h' })).toBe('transfer');
    expect(thrownBy(() => destinationOf(address, '1e3'))).toMatchObject({ field: 'amount' });
  });
});
