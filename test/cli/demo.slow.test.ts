import { expect, test } from 'vitest';
import { run } from '../support/cli.js';
import { type DemoLine, demoLinesOf } from '../support/demo-lines.js';

/** The lines that are the same in each run. */
const titlesIn = (out: string) => out.split('\n').filter((line) => /^[A-Z].*\.$/.test(line));

test('the demo of one chain shows that chain alone', async () => {
  const { code, out, err } = await run(['demo', '--chain', 'aptos', '--fast']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('The treasury sends 1.5 APT');
  expect(out).toContain('The treasury has now ');
  expect(out).not.toMatch(/vault accounts on Stacks|Two vault accounts/);
});

test('--fast takes the same steps, and waits less', async () => {
  const shown = demoLinesOf((await run(['demo', '--chain', 'xrpl', '--json'])).out);
  const fast = demoLinesOf((await run(['demo', '--chain', 'xrpl', '--fast', '--json'])).out);
  const steps = (lines: readonly DemoLine[]) =>
    lines.map(({ step, chain, what, outcome }) => ({ step, chain, what, outcome }));
  expect(steps(fast)).toEqual(steps(shown));
  const alices = (lines: readonly DemoLine[]) =>
    lines.find(({ what }) => what?.startsWith('Alice takes her time'))?.ms;
  expect(alices(shown)).toBeGreaterThanOrEqual(2_000);
  expect(alices(fast)).toBeLessThan(2_000);
});

test('--json is one object a line, and a summary', async () => {
  const { code, out, err } = await run(['demo', '--fast', '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [summary, ...lines] = [...demoLinesOf(out)].reverse();
  for (const { step, chain, what, ms, hash, outcome } of lines) {
    expect(step).toBeGreaterThan(0);
    expect(['xrpl', 'aptos', 'stacks', 'provider']).toContain(chain);
    expect(what).toMatch(/^[A-Z].*\.$/);
    expect(ms).toBeGreaterThanOrEqual(0);
    if (/^(?:[A-Z_]+|answered)$/.test(outcome)) expect(hash).toBeNull();
    else expect(hash).toMatch(/^(?:[0-9A-F]{64}|0x[0-9a-f]{64})$/);
  }
  const sent = lines.filter(({ hash }) => hash !== null).length;
  const answered = lines.filter(({ outcome }) => outcome === 'answered').length;
  expect(summary).toEqual({
    summary: {
      steps: Math.max(...lines.map(({ step }) => step)),
      transactions: sent,
      answered,
      refused: lines.length - sent - answered,
      ms: expect.any(Number),
    },
  });
  expect(new Set(lines.map(({ chain }) => chain)).size).toBe(4);
  expect(lines.map(({ outcome }) => outcome)).toEqual(
    expect.arrayContaining(['tesSUCCESS', 'SIGNATURE_REJECTED', 'INSUFFICIENT_FUNDS']),
  );
});

test('on a terminal there are colours and times; in a pipe there are none', async () => {
  const args = ['demo', '--chain', 'aptos', '--fast'];
  const piped = (await run(args)).out;
  const shown = (await run(args, { isShown: true })).out;
  const style = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
  expect(piped).not.toMatch(style);
  expect(piped).not.toMatch(/[✓✗]/);
  expect(shown).toMatch(style);
  expect(shown).toMatch(/✓.*Executed successfully.*\(\d+\.\d s\)/);
  expect(shown).toMatch(/✗.*SimulationFailedError/);
  expect(titlesIn(shown.replace(style, ''))).toEqual(titlesIn(piped));
});

test('the end says what was done, and what to type next', async () => {
  const { out } = await run(['demo', '--chain', 'stacks', '--fast']);
  expect(out).toMatch(/^ *Stacks +5 steps +3 confirmed +2 refused +\d+\.\d s$/m);
  expect(out).toContain('npx custody-gateways serve stacks --sandbox');
});
