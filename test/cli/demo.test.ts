import { expect, test } from 'vitest';
import { run } from '../support/cli.js';

test('the demo of one chain shows that chain alone', async () => {
  const { code, out, err } = await run(['demo', '--chain', 'aptos']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('The treasury sends 1.5 APT');
  expect(out).toContain('The treasury has now ');
  expect(out).not.toMatch(/vault accounts on Stacks|Two vault accounts/);
});
