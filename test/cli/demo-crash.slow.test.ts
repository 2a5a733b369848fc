import { expect, test } from 'vitest';
import { run } from '../support/cli.js';
import { demoLinesOf } from '../support/demo-lines.js';

const STEP =
  'A process ends between signature and submission; another resumes its payment by the key.';

/** What is shown of the step, without what is shown of those around it. */
async function shownStep(): Promise<string> {
  const { code, out, err } = await run(['demo', '--chain', 'xrpl', '--fast']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [, behind = ''] = out.split(`${STEP}\n`);
  return behind.split('\n\n')[0] ?? '';
}

test('a payment is resumed whose process ended before it was submitted', async () => {
  const shown = await shownStep();
  const [, signed] =
    /the process has ended: (\w{64}) is signed, and not on the ledger/.exec(shown) ?? [];
  expect(shown).toContain(`tesSUCCESS in ledger `);
  expect(signed).toMatch(/^[0-9A-F]{64}$/);
  expect(shown.trimEnd().endsWith(`hash ${signed}`)).toBe(true);
  expect(shown).toContain(
    'in all, the custody platform was asked once, and the ledger has the payment once',
  );
  // What the ended process showed, and nothing that it would have done.
  expect(shown.match(/to be signed/g)).toHaveLength(1);
  expect(shown).not.toMatch(/Error/);
});

test('it is a step like the others for scripts', async () => {
  const { out } = await run(['demo', '--chain', 'xrpl', '--fast', '--json']);
  expect(demoLinesOf(out).filter(({ what }) => what === STEP)).toEqual([
    {
      step: expect.any(Number),
      chain: 'xrpl',
      what: STEP,
      ms: expect.any(Number),
      hash: expect.stringMatching(/^[0-9A-F]{64}$/),
      outcome: 'tesSUCCESS',
    },
  ]);
});
