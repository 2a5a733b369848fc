import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { xrplHandler } from '../../src/http/index.js';
import { browse, hasChromium } from '../support/chromium.js';
import { type Serving, serving } from '../support/serving.js';
import { newWorld, type World } from '../support/world.js';

const SHOTS = process.env.TEST_SCREENSHOTS ?? mkdtempSync(join(tmpdir(), 'type-docs-'));

const PACKED = fileURLToPath(new URL('../../dist/assets/type-docs.json.br', import.meta.url));

let world: World;
let server: Serving;
beforeAll(async () => {
  world = await newWorld();
  server = await serving(xrplHandler(world.gateway, { basePath: '/ledger' }));
});
afterAll(async () => {
  await server.stop();
  await world.stop();
});

test.skipIf(existsSync(PACKED))('without the reference, its address says so', async () => {
  const response = await fetch(`${server.url}/ledger/type-docs`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    error: 'Not Found',
    message: 'The reference is not part of this build.',
  });
});

/** It takes long to make, so only those who say that it has to be there make it first: `npm run docs`. */
function hasReference(): boolean {
  if (existsSync(PACKED)) return hasChromium('the reference in a browser');
  if (process.env.REQUIRE_REFERENCE) throw new Error('The reference was not made: npm run docs');
  process.stderr.write('SKIPPED: the reference in a browser. Make it first: npm run docs\n');
  return false;
}

describe.skipIf(!hasReference())('the reference', () => {
  test('is there to be read and searched, and asks nobody else', async () => {
    const { page, requests, complaints, close } = await browse();
    try {
      await page.goto(`${server.url}/ledger/type-docs`);
      expect(page.url()).toBe(`${server.url}/ledger/type-docs/`);
      await page.locator('.tsd-navigation a:visible').first().waitFor();
      await page.screenshot({ path: join(SHOTS, 'type-docs.png') });
      await page.goto(`${server.url}/ledger/type-docs/classes/xrpl.XrplGateway.html`);
      expect(await page.locator('h1').textContent()).toContain('XrplGateway');
      await page.keyboard.press('/');
      await page.locator('#tsd-search-input').fill('offerCreate');
      await page.locator('#tsd-search-results li').first().waitFor();
      await page.screenshot({ path: join(SHOTS, 'type-docs-search.png') });
      const elsewhere = requests.filter(
        (url) => !url.startsWith(`${server.url}/`) && !url.startsWith('data:'),
      );
      expect(elsewhere).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  });

  test('has no page that was not made', async () => {
    for (const path of ['nothing.html', 'classes/nothing.html', '..%2Fpackage.json']) {
      const response = await fetch(`${server.url}/ledger/type-docs/${path}`);
      expect(response.status).toBe(404);
    }
  });
});
