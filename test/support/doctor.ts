import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Check } from '../../src/cli/doctor/check.js';
import { fundVaults } from '../../src/cli/vaults.js';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.js';
import { run } from './cli.js';

export const CHAINS = ['xrpl', 'aptos', 'stacks'] as const;
export type Chain = (typeof CHAINS)[number];

/** What the command said. */
export interface Diagnosis {
  readonly code: number;
  readonly err: string;
  readonly checks: readonly Check[];
  /** The check whose name begins so. */
  named(name: string): Check | undefined;
}

/** A sandbox with two funded vault accounts, and the variables with which `doctor` examines it. */
export class Workspace {
  readonly sandbox: Sandbox;
  readonly keyFile: string;
  readonly #folder: string;

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
    this.#folder = mkdtempSync(join(tmpdir(), 'doctor-'));
    this.keyFile = join(this.#folder, 'key.pem');
    writeFileSync(this.keyFile, sandbox.custody.apiSecret, { mode: 0o600 });
  }

  static async start(options: SandboxOptions = {}): Promise<Workspace> {
    const sandbox = await startSandbox({ ledgerCloseMs: 100, ...options });
    await fundVaults(sandbox, 2);
    return new Workspace(sandbox);
  }

  /** The flag of a file with all variables, some of them changed. */
  connection(changed: Readonly<Record<string, string>> = {}): readonly string[] {
    const { custody, xrpl, aptos, stacks } = this.sandbox;
    const variables = {
      CUSTODY_API_KEY: custody.apiKey,
      CUSTODY_API_PATH_TO_SECRET: this.keyFile,
      CUSTODY_BASE_PATH: custody.url,
      XRPL_URL: xrpl.url,
      APTOS_FULLNODE_URL: aptos.fullnodeUrl,
      APTOS_INDEXER_URL: aptos.indexerUrl,
      NETWORK: 'TESTNET',
      STACKS_URL: stacks.url,
      ...changed,
    };
    const file = join(this.#folder, 'env');
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    writeFileSync(file, lines.join('\n'));
    return ['--env-file', file];
  }

  async doctor(
    chain: Chain,
    changed: Readonly<Record<string, string>> = {},
    args: readonly string[] = [],
  ): Promise<Diagnosis> {
    const flags = ['--json', ...this.connection(changed), ...args];
    const { code, out, err } = await run(['doctor', chain, ...flags]);
    const { ok, checks }: { ok: boolean; checks: readonly Check[] } = JSON.parse(out);
    expect(ok).toBe(code !== 1);
    const named = (name: string) => checks.find((check) => check.name.startsWith(name));
    return { code, err, checks, named };
  }

  async stop(): Promise<void> {
    rmSync(this.#folder, { recursive: true });
    await this.sandbox.stop();
  }
}

export function failures({ checks }: Diagnosis): readonly string[] {
  return checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
}
