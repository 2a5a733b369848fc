import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const PATH = process.env.TEST_CHROMIUM ?? '/usr/bin/chromium';

/** A telephone's. */
export const NARROW = { width: 390, height: 844 };

/** Where the pages can be looked at by people: in `TEST_SCREENSHOTS`, by the name of what is on them. */
export function shots(about: string): (name: string) => string {
  const { TEST_SCREENSHOTS: folder = mkdtempSync(join(tmpdir(), `${about}-`)) } = process.env;
  return (name) => join(folder, `${about}-${name}`);
}

/** As root it has no sandbox to start in, and it is to ask nobody for anything. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Whether there is a Chromium; what is not tested without one is said aloud. */
export function hasChromium(what: string): boolean {
  if (existsSync(PATH)) return true;
  const complaint = `SKIPPED: ${what}. There is no ${PATH}; TEST_CHROMIUM names another one.`;
  if (process.env.REQUIRE_CHROMIUM) throw new Error(complaint);
  process.stderr.write(`${complaint}\n`);
  return false;
}

/** A browser's page, with everything that it asked for and complained of. */
export interface Browsing {
  readonly page: Page;
  /** The addresses of every request that the browser made. */
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export async function browse(): Promise<Browsing> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: PATH,
    args: FLAGS,
    viewport: { width: 1280, height: 900 },
  });
  const requests: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  return {
    page,
    requests,
    complaints,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
