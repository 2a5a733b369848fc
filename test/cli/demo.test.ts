import { expect, test, vi } from 'vitest';
import { run } from '../support/cli.js';

test('the demo of one chain shows that chain alone', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    expect(await run(['demo', '--chain', 'aptos'])).toMatchObject({ code: 0, err: '' });
    const said = write.mock.calls.map(([text]) => String(text)).join('');
    expect(said).toContain('The treasury sends 1.5 APT');
    expect(said).toContain('The treasury has now ');
    expect(said).not.toMatch(/vault accounts on Stacks|Two vault accounts/);
  } finally {
    write.mockRestore();
  }
});
