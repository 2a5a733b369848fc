import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Which text of pox-5 the VM runs: the draft that it brings along, or the deployed contract. That is under the
 * GPL and no part of this package, so a file of it must be named.
 */
export type Pox5Text = 'draft' | 'deployed';

/** Of `stackslib/src/chainstate/stacks/boot/pox-5.clar` at the tags 4.0.1 and 4.0.2 of stacks-core. */
const DEPLOYED_SHA256 = 'ffad35ad181d85832ebd7b998f445204c92d5cd19549166e644fb1f3988fa385';

const { POX5_SOURCE } = process.env;

if (!POX5_SOURCE) {
  process.stderr.write('SKIPPED: all tests of the deployed pox-5, since POX5_SOURCE is not set.\n');
}

/** Whether a text can be run here. */
export function isAtHand(text: Pox5Text): boolean {
  return text === 'draft' || Boolean(POX5_SOURCE);
}

/** @throws for a file that is not the deployed contract. */
export function deployedSource(): string {
  const source = readFileSync(resolve(POX5_SOURCE ?? ''), 'utf8');
  const found = createHash('sha256').update(source).digest('hex');
  if (found === DEPLOYED_SHA256) return source;
  throw new Error(`POX5_SOURCE is not the deployed pox-5: its SHA-256 is ${found}`);
}

/** The words that every development network of Stacks has its deployer from. */
const MNEMONIC =
  'twice kind fence tip hidden tilt action fragile skin nothing glory cousin green tomorrow spring wrist ' +
  'shed math olympic multiply hip blue scout claw';

let project: string | undefined;

/** A folder in which the VM finds the deployed contract in the place of its draft. */
export function deployedProject(): string {
  if (project !== undefined) return project;
  const folder = mkdtempSync(join(tmpdir(), 'pox-5-'));
  mkdirSync(join(folder, 'settings'));
  writeFileSync(join(folder, 'pox-5.clar'), deployedSource());
  writeFileSync(
    join(folder, 'Clarinet.toml'),
    '[project]\nname = "pox-5"\n[project.override_boot_contracts_source]\npox-5 = "./pox-5.clar"\n',
  );
  writeFileSync(
    join(folder, 'settings', 'Devnet.toml'),
    `[network]\nname = "devnet"\n[accounts.deployer]\nmnemonic = "${MNEMONIC}"\nbalance = 100_000_000_000_000\n`,
  );
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  project = folder;
  return folder;
}
