import { posix } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { xrplHandler } from '../../src/handlers.js';
import { reference } from '../../src/http/docs/files.js';
import { type Browsing, browse, hasChromium, NARROW, shots } from '../support/chromium.js';
import { type Serving, serving } from '../support/serving.js';
import { newWorld, type World } from '../support/world.js';

const shot = shots('type-docs');

let world: World;
let servers: readonly Serving[];
let underPath: string;
let bare: string;
beforeAll(async () => {
  world = await newWorld();
  servers = [
    await serving(xrplHandler(world.gateway, { basePath: '/ledger' })),
    await serving(xrplHandler(world.gateway)),
  ];
  underPath = `${servers[0]?.url}/ledger/type-docs`;
  bare = `${servers[1]?.url}/type-docs`;
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await world.stop();
});

describe.skipIf(!hasChromium('the reference in a browser'))('the reference in a browser', () => {
  let browsing: Browsing;
  beforeEach(async () => {
    browsing = await browse();
  });
  afterEach(() => browsing.close());

  test.each([
    ['by itself', () => bare],
    ['below another path', () => underPath],
  ])('is there to be read, gone through and searched, %s', async (_, address) => {
    const { page } = browsing;
    await page.goto(address());
    expect(page.url()).toBe(`${address()}/index.html`);
    expect(await page.locator('h1').first().textContent()).toContain('custody-gateways');
    const navigation = page.locator('.tsd-navigation');
    await navigation.locator('a', { hasText: /^http$/ }).waitFor();
    await page.screenshot({ path: shot('index.png') });

    // Through the navigation to an entry, and on to what it exports.
    await navigation.locator('a', { hasText: /^http$/ }).click();
    await page.waitForURL(`${address()}/modules/http.html`);
    await page.screenshot({ path: shot('module.png') });
    await page.locator('.col-content').getByRole('link', { name: 'xrplHandler' }).first().click();
    await page.waitForURL(`${address()}/functions/http.xrplHandler.html`);
    const example = page.locator('pre', { hasText: "from 'custody-gateways/http'" });
    expect(await example.textContent()).toContain('xrplHandler(gateway');
    expect(await page.locator('.col-content').textContent()).toContain('Idempotency-Key');
    await page.screenshot({ path: shot('function.png'), fullPage: true });

    await page.keyboard.press('/');
    await page.locator('#tsd-search-input').fill('offerCreate');
    const found = page.locator('#tsd-search-results li', { hasText: 'XrplGateway.offerCreate' });
    await found.first().waitFor();
    await page.screenshot({ path: shot('search.png') });
    await found.first().click();
    await page.waitForURL(/\/classes\/xrpl\.XrplGateway\.html/);
    expect(await page.locator('h1').textContent()).toContain('XrplGateway');
    expectClosed(address());
  });

  test('can be read on a telephone, and has the chapters of the documents', async () => {
    const { page } = browsing;
    await page.setViewportSize(NARROW);
    await page.goto(`${underPath}/documents/architecture.html`);
    await page.locator('h1', { hasText: 'Architecture' }).waitFor();
    await page.screenshot({ path: shot('narrow.png') });
    await page.locator('#tsd-toolbar-menu-trigger').click();
    await page.locator('.tsd-navigation a', { hasText: /^http$/ }).waitFor();
    // What is broader than the page scrolls by itself.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.width);
    await page.screenshot({ path: shot('narrow-menu.png') });
    expectClosed(underPath);
  });

  test.each([
    'index.html',
    'documents/configuration.html',
    'documents/sandbox.html',
    'documents/surface.html',
    'modules/aptos.html',
    'modules/custody-gateways.html',
    'modules/provider.html',
    'documents/operations_stacks.html',
    'classes/xrpl.XrplGateway.html',
  ])('is no broader than a telephone: %s', async (path) => {
    const { page } = browsing;
    const width = 320;
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${bare}/${path}`);
    await page.locator('h1').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.screenshot({ path: shot(`telephone-${path.replace(/\W/g, '-')}.png`) });
  });

  test('names each document by its title', async () => {
    const { page } = browsing;
    await page.goto(`${bare}/documents/commonjs.html`);
    const own = page.locator('.tsd-navigation a', { hasText: /^CommonJS, Jest and bundlers$/ });
    await own.waitFor();
    expect(await page.title()).toMatch(/^CommonJS, Jest and bundlers \| custody-gateways/);
    await page.goto(`${bare}/documents/guides_approvals.html`);
    await page.locator('.tsd-navigation a', { hasText: /^Approvals that take hours$/ }).waitFor();
    expect(await page.title()).toMatch(/Approvals that take hours \| custody-gateways/);
  });

  /** Nothing left the machine, and nothing was complained of. */
  function expectClosed(address: string): void {
    const { origin } = new URL(address);
    const elsewhere = browsing.requests.filter(
      (url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'),
    );
    expect(elsewhere).toEqual([]);
    expect(browsing.complaints).toEqual([]);
  }
});

describe('the reference', () => {
  test.each([
    ['by itself', () => bare, '/type-docs/index.html'],
    ['below another path', () => underPath, '/ledger/type-docs/index.html'],
  ])('has its page named, since its links are relative, %s', async (_, address, location) => {
    const response = await fetch(address(), { redirect: 'manual' });
    expect(response.status).toBe(302);
    const target = response.headers.get('location') ?? '';
    expect(new URL(target, address()).pathname).toBe(location);
  });

  test('is found where a host takes the last slash away, as Next.js does', async () => {
    const handler = xrplHandler(world.gateway, { basePath: '/ledger' });
    const host = await serving(async (request) => {
      const url = new URL(request.url);
      if (!url.pathname.endsWith('/')) return handler(request);
      return new Response(null, { status: 308, headers: { location: url.pathname.slice(0, -1) } });
    });
    try {
      for (const path of ['/ledger/type-docs', '/ledger/type-docs/']) {
        const response = await fetch(`${host.url}${path}`);
        expect([response.status, response.url]).toEqual([
          200,
          `${host.url}/ledger/type-docs/index.html`,
        ]);
      }
    } finally {
      await host.stop();
    }
  });

  test('lets no script run but its own', async () => {
    const response = await fetch(`${bare}/`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'.*script-src 'self' 'sha256-/);
    expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
  });

  test('has no page that was not made', async () => {
    for (const path of ['nothing.html', 'classes/nothing.html', '..%2Fpackage.json', '__proto__']) {
      const response = await fetch(`${underPath}/${path}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'ROUTE_NOT_FOUND' });
    }
  });

  test('has all that its pages link to', async () => {
    const pages = Object.fromEntries((await reference()) ?? []);
    const dangling = Object.entries(pages)
      .filter(([path]) => path.endsWith('.html'))
      .flatMap(([path, text]) =>
        [...text.matchAll(/ (?:href|src)="(?![a-z]+:)([^"#]+)/g)]
          .map(([, href = '']) => posix.join(posix.dirname(path), href))
          // A folder is its first page.
          .map((target) => (target.endsWith('/') ? posix.join(target, 'index.html') : target))
          .filter((target) => !Object.hasOwn(pages, target))
          .map((target) => `${path} -> ${target}`),
      );
    expect(dangling).toEqual([]);
    expect(Object.keys(pages).length).toBeGreaterThan(500);
  });
});
