import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HttpHandler, xrplHandler } from '../../src/http/index.js';
import { type Browsing, browse, hasChromium } from '../support/chromium.js';
import { type Serving, serving } from '../support/serving.js';
import { newWorld, type World } from '../support/world.js';

/** Where the pages can be looked at by people. */
const SHOTS = process.env.TEST_SCREENSHOTS ?? mkdtempSync(join(tmpdir(), 'api-docs-'));

describe.skipIf(!hasChromium('the interactive page in a browser'))('the interactive page', () => {
  let world: World;
  let server: Serving;
  let browsing: Browsing;
  const open = async (handler: HttpHandler, path: string) => {
    server = await serving(handler);
    browsing = await browse();
    await browsing.page.goto(`${server.url}${path}`);
    await browsing.page.locator('.opblock').first().waitFor();
    return browsing.page;
  };

  beforeEach(async () => {
    world = await newWorld();
  });
  afterEach(async () => {
    await browsing.close();
    await server.stop();
    await world.stop();
  });

  test('shows every operation, and lets one be tried out', async () => {
    const page = await open(xrplHandler(world.gateway), '/api-docs');
    expect(await page.title()).toBe('XRP Ledger gateway');
    expect(await page.locator('.opblock').count()).toBeGreaterThan(24);
    await page.screenshot({ path: join(SHOTS, 'api-docs.png') });

    const operation = page.locator('#operations-Tokens-accountSet');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table');
    await answer.waitFor();
    expect(await answer.locator('.response-col_status').last().textContent()).toMatch(/^200/);
    expect(await answer.textContent()).toContain('tesSUCCESS');
    await operation.screenshot({ path: join(SHOTS, 'tried-out.png') });

    // What the page says that it did, the ledger has.
    const address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
    const [entry] = world.sandbox.xrpl.transactionsOf(address).slice(-1);
    expect(JSON.stringify(entry)).toContain('6578616D706C652E636F6D');
    expectClosed();
  });

  test('works below another path and with callers who show a token', async () => {
    const handler = xrplHandler(world.gateway, {
      basePath: '/ledger/',
      authorize: ({ headers }) => headers.get('authorization') === 'Bearer letmein',
    });
    const page = await open(handler, '/ledger/api-docs/');
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.auth-container input').fill('letmein');
    await page.locator('.auth-btn-wrapper .authorize').click();
    await page.locator('.auth-btn-wrapper .btn-done').click();
    const operation = page.locator('#operations-Account-address');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table');
    await answer.waitFor();
    const address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
    expect(await answer.textContent()).toContain(address);
    await page.screenshot({ path: join(SHOTS, 'guarded.png') });
    expectClosed();
  });

  /** Nothing left the machine, and nothing was complained of. */
  function expectClosed(): void {
    const elsewhere = browsing.requests.filter(
      (url) => !url.startsWith(`${server.url}/`) && !url.startsWith('data:'),
    );
    expect(elsewhere).toEqual([]);
    expect(browsing.complaints).toEqual([]);
  }
});
