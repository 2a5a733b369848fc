import { randomUUID } from 'node:crypto';
import { isObject } from '../../core/json.js';
import { didYouMean } from '../../core/nearest.js';
import type { GatewayRoute } from '../../server/route.js';
import { variablesOf } from '../env-file.js';
import { FAILED, MISTAKE, NOT_FINAL } from '../exit-codes.js';
import { type Parsed, parseFlags } from '../flags.js';
import { Mistakes } from '../mistakes.js';
import type { Terminal } from '../terminal.js';
import { waitSecondsIn } from '../wait.js';
import { type Answer, ask } from './answer.js';
import { type ChainCommands, commandsOf, routeNamed } from './chains.js';
import { type Opened, open } from './connection.js';
import { flagsOf, type OperationFlag } from './flags.js';
import { COMMON_FLAGS, chainHelp, mayWait, operationHelp, WAIT_FLAG, WRITE_FLAGS } from './help.js';
import { type ChainName, commandOf } from './names.js';
import { progressOf } from './progress.js';
import { type Asked, askedBy, flagsFor } from './request.js';
import { isFinal } from './rows.js';
import { shownAnswer, shownSummary, still, summaryOf } from './show.js';

/** Runs one operation of a chain's gateway. */
export async function runChain(
  chain: ChainName,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const commands = await commandsOf(chain);
  const [name = '--help', ...rest] = args;
  if (name === '--help' || name === '-h') {
    (args.length === 0 ? terminal.err : terminal.out)(chainHelp(commands));
    return args.length === 0 ? MISTAKE : 0;
  }
  if (name === 'export') return (await import('./export.js')).runExport(commands, rest, terminal);
  const route = routeNamed(commands, name);
  if (!route) throw unknownOperation(commands, name);
  const flags = flagsOf(chain, route);
  const parsed = parseFlags(rest, flagTypes(route, flags));
  if (parsed.has('help')) {
    terminal.out(operationHelp(chain, route, flags));
    return 0;
  }
  const command = { chain, route, flags, parsed };
  return operate(command, askedBy(route, flags, parsed), commands, terminal);
}

function unknownOperation({ chain, routes }: ChainCommands, name: string): Mistakes {
  const known = [...routes.map((route) => commandOf(chain, route)), 'export'];
  const meant = didYouMean(name, known) || `; ${chain} --help lists them.`;
  return new Mistakes([`${chain} has no operation ${name.slice(0, 64)}${meant}`]);
}

function flagTypes(route: GatewayRoute<never>, flags: readonly OperationFlag[]) {
  return {
    ...Object.fromEntries(flags.map(({ name, type }) => [name, type])),
    ...COMMON_FLAGS,
    ...(mayWait(route) ? WAIT_FLAG : {}),
    ...(route.kind === 'write' ? WRITE_FLAGS : {}),
  };
}

/** A command whose flags are read. */
interface Command {
  readonly chain: ChainName;
  readonly route: GatewayRoute<never>;
  readonly flags: readonly OperationFlag[];
  readonly parsed: Parsed;
}

async function operate(
  command: Command,
  asked: Asked,
  { gateway }: ChainCommands,
  terminal: Terminal,
): Promise<number> {
  const { parsed, route } = command;
  const isWrite = route.kind === 'write';
  const isPreview = parsed.has('preview');
  const given = parsed.text('key');
  if (isWrite && given === undefined && !isPreview && !terminal.canAsk) {
    const why = 'there is no terminal to ask on';
    throw new Mistakes([`--key is required where ${why}: it makes the command safe to repeat.`]);
  }
  const waitSeconds = waitSecondsIn(parsed);
  const variables = variablesOf(parsed.text('env-file'));
  const isJson = parsed.has('json');
  const onEvent = isJson ? undefined : progressTo(terminal);
  const opened = await open(gateway, variables, parsed.has('sandbox'), {
    waitMs: waitSeconds * 1_000,
    onEvent,
  });
  try {
    for (const warning of opened.warnings) terminal.err(`${warning}\n`);
    const key = isWrite ? (given ?? randomUUID()) : undefined;
    if (isPreview) return told(command, asked, await previewed(opened, asked, key), terminal);
    if (key !== undefined && given === undefined) {
      // Before anything is asked: if this process ends, the key is how to go on.
      terminal.err(`--key ${key}\n`);
      const preview = await previewed(opened, asked, key);
      if (preview.status !== 200) return told(command, asked, preview, terminal);
      terminal.err(still(`${opened.description}, ${lineIn(preview)}\n`));
      if (!(await terminal.confirm('Make this transaction? [y/N] '))) {
        terminal.err('Nothing was done.\n');
        return FAILED;
      }
    }
    const answer = await ask(opened, asked, key, mayWait(route) ? waitSeconds : undefined);
    return told(command, asked, answer, terminal);
  } finally {
    await opened.close();
  }
}

/** What would be signed, in one line read from the bytes. */
function previewed(opened: Opened, { target, ...asked }: Asked, key: string | undefined) {
  const [path, ...query] = target.split('?');
  const preview = { ...asked, target: [`${path}/preview`, ...query].join('?') };
  return ask(opened, preview, key, undefined);
}

function lineIn({ body }: Answer): string {
  if (!isObject(body)) return '';
  const { summary, concern } = body;
  const objection = isObject(concern) ? `; it would fail: ${String(concern.reason)}` : '';
  return `${String(summary)}${objection}`;
}

function progressTo(terminal: Terminal) {
  return (event: Parameters<typeof progressOf>[0]) => {
    const line = progressOf(event);
    if (line !== undefined) terminal.err(`${line}\n`);
  };
}

/** Prints an answer; resolves with the exit code. */
function told(command: Command, asked: Asked, answer: Answer, terminal: Terminal): number {
  const { status, body, text } = answer;
  if (command.parsed.has('json')) terminal.out(`${text}\n`);
  else if (status === 200) {
    const summary = summaryOf(body);
    terminal.out(summary ? shownSummary(summary) : shownAnswer(body));
  } else terminal.err(still(failure(command, asked, body)));
  if (status === 200) return 0;
  if (isOpen(command, answer)) return NOT_FINAL;
  return status === 400 ? MISTAKE : FAILED;
}

/** Whether it may have had an effect, or an earlier call that it asks about: that is no failure. */
function isOpen({ route }: Command, { status, body }: Answer): boolean {
  if (status === 202 || !isObject(body)) return true;
  return body.happened === 'maybe' || (route.operation === 'resume' && !isFinal(status, body));
}

function failure({ chain, flags, route }: Command, asked: Asked, body: unknown): string {
  if (!isObject(body)) return 'The answer is not as documented.\n';
  const { code, message, details, transaction } = body;
  const field = isObject(details) && code === 'INVALID_INPUT' ? String(details.field) : undefined;
  const reason =
    field === undefined
      ? `${String(code)}: ${String(message)}`
      : `${flagsFor(field, flags)} ${String(message).slice(field.length + 2)}`;
  const known = isObject(transaction) ? transaction : {};
  const lines = (['hash', 'custodyId', 'idempotencyKey'] as const)
    .filter((name) => known[name] !== undefined)
    .map((name) => `${name}: ${String(known[name])}`);
  const { idempotencyKey: key } = known;
  // What is being cancelled must not be gone on with.
  const verb = route.operation === 'cancel' ? 'cancel' : 'resume';
  const again =
    body.retryable === true && key !== undefined
      ? [`Go on with: custody-gateways ${chain} ${verb} ${asked.vaultAccountId} ${String(key)}`]
      : [];
  return `${[reason, ...lines, ...again].join('\n')}\n`;
}
