import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { many } from '../support/runs.js';
import { aptosStage } from './support/aptos-stage.js';
import { stacksStage } from './support/stacks-stage.js';
import { loadedBy, watchedPackage } from './support/watched-package.js';
import { PreparedCall, type Write } from './support/writes.js';
import { xrplStage } from './support/xrpl-stage.js';

/** Whose code is no part of a gateway's own. */
const NO_WRITES = /^(?:sandbox|cli|server|http|provider|netlink|requests)\//;

/**
 * What only reads and previews load; the journal of a signer that is not the custody, which is loaded by the call
 * that it passes on; and what finishes another's request, for a call that has asked for nothing yet.
 */
const FOR_NO_WRITE =
  /^aptos\/node\/(?:balances|history|indexer)|^stacks\/(?:node\/nonces|reads\/)|^xrpl\/node\/(?:history|paths|reads)|\/preview\.ts$|^transactions\/(?:life\/finish|pending)|^signer\/journaled/;

/** What only tells of a transaction that went another way than it should have. Without it, it is pending. */
const TOLD_LATER = /^xrpl\/node\/engine-results|^(?:xrpl|aptos|stacks)\/node\/(?:spender|bytes)/;

const watched = await watchedPackage();
const STAGES = {
  'the XRP Ledger': await xrplStage(watched),
  Aptos: await aptosStage(watched),
  Stacks: await stacksStage(watched, 'pox-5'),
  'Stacks with pox-4': await stacksStage(watched, 'pox-4'),
};
afterAll(async () => {
  for (const { sandbox } of Object.values(STAGES)) await sandbox.stop();
});

/** Every source that was missing once: in a sample no other time. */
const tried = new Set<string>();

describe.each(Object.entries(STAGES))('on %s', (_, stage) => {
  let vault = 1; // 0 and 1 are those who are paid.
  const prepared = (write: Write) => {
    vault += 1;
    return PreparedCall.of(stage, watched, write, vault);
  };

  test.each(stage.writes.map((write) => [write.name, write] as const))(
    '%s: where a part is missing, nothing was asked or it is pending with its key',
    async (_, write) => {
      const usual = await (await prepared(write)).outcome();
      // Else nothing of it would have been tried.
      expect(usual.code).not.toBe('INVALID_INPUT');
      const sources = [...new Set(usual.loaded.map(({ source }) => source))];
      const early = new Set(usual.loaded.flatMap(({ source, isLate }) => (isLate ? [] : source)));
      expect(sources.filter((one) => !early.has(one) && !TOLD_LATER.test(one))).toEqual([]);
      for (const source of sources) {
        if (tried.has(source) && many(0, 1) === 1) continue;
        tried.add(source);
        const call = await prepared(write);
        const { code, told } = await call.outcome(source);
        const isFair = code === usual.code || told !== 'something else';
        expect([source, isFair, code]).toEqual([source, true, code]);
        const { code: again, requests } = await call.outcome();
        expect([source, again, requests]).toEqual([source, usual.code, usual.requests]);
      }
    },
  );
});

test('whatever is loaded on use was missing in one of these, but for what no write needs', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !NO_WRITES.test(path));
  const onUse = new Set(sources.flatMap(loadedBy));
  expect(onUse.size).toBeGreaterThan(40);
  expect([...onUse].filter((one) => !tried.has(one) && !FOR_NO_WRITE.test(one)).sort()).toEqual([]);
});
