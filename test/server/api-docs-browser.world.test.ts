import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayHandlerOptions } from '../../src/handlers.js';
import { type Browsing, browse, hasChromium, NARROW, shots } from '../support/chromium.js';
import { GATEWAYS, type ServedKind, type ServedWorld } from '../support/gateways.js';
import { type Serving, serving } from '../support/serving.js';

const shot = shots('api-docs');

/** What is tried out: an operation that moves something, and one that only asks. */
interface Tried {
  readonly title: string;
  readonly write: string;
  /** What the answer to it says, when the chain has it. */
  readonly outcome: string;
  readonly read: string;
}

const TRIED: Readonly<Record<string, Tried>> = {
  xrpl: {
    title: 'XRP Ledger gateway',
    write: 'accountSet',
    outcome: '"tesSUCCESS"',
    read: 'address',
  },
  aptos: {
    title: 'Aptos and Movement gateway',
    write: 'transferMove',
    outcome: '"Executed successfully"',
    read: 'getAddress',
  },
  stacks: {
    title: 'Stacks gateway',
    write: 'transfer',
    outcome: '"success": true',
    read: 'getAddress',
  },
};

/** Everything that a page can be drawn with; scripts and connections are its own server's alone. */
const POLICY =
  /^default-src 'none'; .*script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'$/;

const cases = GATEWAYS.map((kind) => [kind.name, kind, TRIED[kind.name] as Tried] as const);

describe.skipIf(!hasChromium('the interactive page in a browser')).each(cases)(
  'the interactive page of %s',
  (name, kind: ServedKind, tried: Tried) => {
    let world: ServedWorld;
    let server: Serving;
    let browsing: Browsing;
    beforeEach(async () => {
      world = await kind.start();
      browsing = await browse();
    });
    afterEach(async () => {
      await browsing.close();
      await server.stop();
      await world.stop();
    });

    const open = async (path: string, options?: GatewayHandlerOptions) => {
      server = await serving(world.handler(options));
      const answer = await browsing.page.goto(`${server.url}${path}`);
      expect(answer?.headers()['content-security-policy']).toMatch(POLICY);
      await browsing.page.locator('.opblock').first().waitFor();
    };

    /** Sends an operation as the page has it, and resolves with what the page shows of the answer. */
    const tryOut = async (operation: string): Promise<string> => {
      const block = browsing.page.locator(`.opblock[id$="-${operation}"]`);
      await block.locator('.opblock-summary-control').click();
      await block.getByRole('button', { name: 'Try it out' }).click();
      await block.getByRole('button', { name: 'Execute' }).click();
      const answer = block.locator('.live-responses-table tbody');
      await answer.waitFor();
      const status = await answer.locator('.response-col_status').textContent();
      return `${status?.trim()} ${await answer.textContent()}`;
    };

    const authorise = async (token: string) => {
      const { page } = browsing;
      await page.locator('.auth-wrapper > .authorize').click();
      await page.locator('.auth-container input').fill(token);
      await page.locator('.auth-btn-wrapper .authorize').click();
      await page.locator('.auth-btn-wrapper .btn-done').click();
    };

    test('shows every operation, and lets one be tried out', async () => {
      await open('/api-docs');
      const { page } = browsing;
      expect(await page.title()).toBe(tried.title);
      const document = (await (await fetch(`${server.url}/api-docs.json`)).json()) as {
        readonly paths: Readonly<Record<string, object>>;
      };
      const operations = Object.values(document.paths).flatMap((item) => Object.keys(item));
      expect(operations.length).toBeGreaterThan(kind.routes.length);
      expect(await page.locator('.opblock').count()).toBe(operations.length);
      await page.screenshot({ path: shot(`${name}.png`) });

      await world.stage();
      expect(await tryOut(tried.write)).toMatch(new RegExp(`^200 .*${tried.outcome}`, 's'));
      const block = page.locator('.opblock.is-open');
      await block.screenshot({ path: shot(`${name}-tried-out.png`) });

      await page.setViewportSize(NARROW);
      await page.evaluate('window.scrollTo(0, 0)');
      await page.screenshot({ path: shot(`${name}-narrow.png`) });
      await block.screenshot({ path: shot(`${name}-narrow-tried-out.png`) });
      // Nothing is broader than the page: what is long is broken, or scrolls by itself.
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.width);
      expectClosed();
    });

    test('works below another path, with callers who show a token', async () => {
      await open('/ledger/api-docs/', {
        basePath: '/ledger/',
        authorize: ({ headers }) => headers.get('authorization') === 'Bearer letmein',
      });
      await authorise('letmein');
      expect(await tryOut(tried.read)).toMatch(/^200 .*"address": "\w+"/s);
      await browsing.page.screenshot({ path: shot(`${name}-guarded.png`) });
      expectClosed();
    });

    test('shows what is answered to callers without one', async () => {
      await open('/api-docs', { authorize: () => false });
      expect(await tryOut(tried.read)).toMatch(/^40[13] .*"code": "(?:UNAUTHORIZED|FORBIDDEN)"/s);
      // The browser itself complains of the status, and of nothing else.
      expectClosed([expect.stringMatching(/status of 40[13]/)]);
    });

    /** Nothing left the machine, and nothing was complained of but this. */
    function expectClosed(complaints: readonly unknown[] = []): void {
      const elsewhere = browsing.requests.filter(
        (url) => !url.startsWith(`${server.url}/`) && !url.startsWith('data:'),
      );
      expect(elsewhere).toEqual([]);
      expect(browsing.complaints).toEqual(complaints);
    }
  },
);
