import type { FireblocksClient } from '../../fireblocks/client.js';
import { readNote } from '../../transactions/records/note.js';
import { variablesOf } from '../env-file.js';
import { NOT_FINAL } from '../exit-codes.js';
import { parseFlags, refuseMore } from '../flags.js';
import { Mistakes } from '../mistakes.js';
import type { Terminal } from '../terminal.js';
import { ask } from './answer.js';
import { type ChainCommands, routeNamed } from './chains.js';
import { open } from './connection.js';
import { COMMON_FLAGS } from './help.js';
import { askedBy } from './request.js';
import { type ExportedRow, rowsOf } from './rows.js';

const DAY_MS = 86_400_000;
/** The largest page that Fireblocks returns. */
const PAGE = 500;
/** A transaction that is not final is not waited for. */
const WAIT_SECONDS = 5;

/** The fee is in the chain's base units. */
const FEE_COLUMN = { xrpl: 'fee_drops', aptos: 'fee_octas', stacks: 'fee_microstx' } as const;

/** The output of `custody-gateways xrpl export --help`. */
export function exportHelp(chain: ChainCommands['chain']): string {
  return `Usage: custody-gateways ${chain} export VAULT --day YYYY-MM-DD [flags]

The transactions that were requested on a day (UTC), oldest first, as CSV: key,hash,${FEE_COLUMN[chain]},outcome
An outcome is "confirmed", or the code of its error; one that is not final yet is named so too, and the exit code is
then 3, as it is where Fireblocks does not give the whole day. Nothing is signed or submitted.

Flags:
  --env-file FILE   variables, as for serve; those of the process come before them
  --json            the same rows as one JSON document
  -h, --help        shows this
`;
}

/** Writes a day's transactions of a vault account as CSV. */
export async function runExport(
  commands: ChainCommands,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const { sandbox: _, ...common } = COMMON_FLAGS;
  const parsed = parseFlags(args, { ...common, day: { type: 'string' } });
  if (parsed.has('help')) {
    terminal.out(exportHelp(commands.chain));
    return 0;
  }
  const [vault, ...others] = parsed.positionals;
  const start = dayOf(parsed.text('day'));
  if (vault === undefined) throw new Mistakes(['VAULT is missing: see --help.']);
  refuseMore(others);
  const route = routeNamed(commands, 'resume');
  if (!route) throw new Error('every gateway has resume');
  const variables = variablesOf(parsed.text('env-file'));
  const options = { waitMs: WAIT_SECONDS * 1_000, onEvent: undefined, isReadOnly: true };
  const opened = await open(commands.gateway, variables, false, options);
  try {
    const rows: ExportedRow[] = [];
    const { keys, isWhole } = await keysOf(opened.custody, vault, commands.chain, start);
    if (!isWhole)
      terminal.err('Fireblocks did not give the whole day: transactions are missing here.\n');
    for (const key of keys) {
      const asked = askedBy(route, [], { ...parsed, positionals: [vault, key] });
      const { status, body } = await ask(opened, asked, undefined, WAIT_SECONDS);
      rows.push(...rowsOf(key, status, body));
    }
    terminal.out(
      parsed.has('json') ? `${JSON.stringify(rows)}\n` : csvOf(FEE_COLUMN[commands.chain], rows),
    );
    return isWhole && rows.every(({ isFinal }) => isFinal) ? 0 : NOT_FINAL;
  } finally {
    await opened.close();
  }
}

/** @throws Mistakes naming the flag. */
function dayOf(text: string | undefined): number {
  const start = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(start) && new Date(start).toISOString().startsWith(text ?? '')) return start;
  throw new Mistakes(['--day must be a day such as 2026-01-31.']);
}

/**
 * The keys of this package's requests of a day, oldest first; each once, however many attempts it took. `isWhole`:
 * whether the list was read to its end.
 */
export async function keysOf(
  custody: Pick<FireblocksClient, 'listTransactions'>,
  vault: string,
  chain: ChainCommands['chain'],
  start: number,
): Promise<{ readonly keys: readonly string[]; readonly isWhole: boolean }> {
  // Only the ledger's requests name the vault account they are of; the others name a path to a key.
  const sourceId = chain === 'xrpl' ? { sourceId: vault } : {};
  const seen = new Map<string, string | undefined>();
  for (let before = start + DAY_MS; ; ) {
    const range = { after: start - 1, before, limit: PAGE };
    const page = await custody.listTransactions({ ...range, ...sourceId });
    const known = seen.size;
    for (const { id, note } of page) seen.set(id, readNote(note ?? undefined)?.idempotencyKey);
    const oldest = page.at(-1)?.createdAt;
    const isWhole = page.length < PAGE;
    if (isWhole || seen.size === known || !oldest) {
      const keys = [...seen.values()].filter((key) => key !== undefined);
      return { keys: [...new Set(keys.reverse())], isWhole };
    }
    // Several may have been made in one millisecond, on both sides of the page's end.
    before = oldest + 1;
  }
}

/** As RFC 4180 has it. */
export function csvOf(feeColumn: string, rows: readonly ExportedRow[]): string {
  const lines = rows.map(({ key, hash, fee, outcome }) => [key, hash, fee, outcome]);
  return [['key', 'hash', feeColumn, 'outcome'], ...lines]
    .map((line) => `${line.map(quoted).join(',')}\r\n`)
    .join('');
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
