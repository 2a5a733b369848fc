import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../../sandbox/index.js';
import { variablesOf } from '../env-file.js';
import { FAILED, NOT_FINAL } from '../exit-codes.js';
import { type Parsed, parseFlags, refuseMore } from '../flags.js';
import { Mistakes } from '../mistakes.js';
import { type ChainCommands, commandsOf } from '../operate/chains.js';
import { newSandbox } from '../operate/connection.js';
import { CHAINS, type ChainName } from '../operate/names.js';
import { readOnly } from '../operate/read-only.js';
import { Environment } from '../serve/environment.js';
import type { Terminal } from '../terminal.js';
import { waitSecondsIn } from '../wait.js';
import { FACTS } from './chains.js';
import { type Check, unknown } from './check.js';
import { checkCustody } from './custody.js';
import { checkAgreement, checkNodes } from './nodes.js';
import { type Examined, examine } from './settings.js';
import { shownChecks } from './show.js';
import { checkSigning, NOT_ASKED, NOT_POSSIBLE } from './signing.js';
import { checkStore } from './store.js';
import { testRequest } from './test-message.js';
import { DOCTOR_USAGE } from './usage.js';
import { checkAddress, checkFunds, type ExaminedVault } from './vault.js';

const FLAGS = {
  vault: { type: 'string' },
  address: { type: 'string' },
  'env-file': { type: 'string' },
  sign: { type: 'boolean' },
  key: { type: 'string' },
  wait: { type: 'string' },
  sandbox: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The request for a signature. */
interface Signing {
  readonly key: string;
  readonly isNew: boolean;
  readonly timeoutMs: number;
  tell(text: string): void;
}

interface Account extends Pick<ExaminedVault, 'vault' | 'pinned'> {
  readonly signing: Signing | undefined;
}

/**
 * Looks at everything that a gateway needs, and says what to do. It changes nothing, and asks for a signature only
 * with `--sign`.
 */
export async function runDoctor(args: readonly string[], terminal: Terminal): Promise<number> {
  const parsed = parseFlags(args, FLAGS);
  if (parsed.has('help')) {
    terminal.out(DOCTOR_USAGE);
    return 0;
  }
  const commands = await commandsOf(chainIn(parsed));
  const vault = vaultIn(parsed);
  const signing = signingIn(parsed);
  const environment = new Environment(variablesOf(parsed.text('env-file')));
  const sandbox = parsed.has('sandbox') ? await newSandbox() : undefined;
  try {
    const checks = await allChecks(commands, environment, sandbox, {
      vault,
      pinned: parsed.text('address'),
      signing: signing && { ...signing, tell: terminal.err },
    });
    const isWell = checks.every(({ status }) => status !== 'failed');
    const isPending = checks.some(({ status }) => status === 'pending');
    terminal.out(
      parsed.has('json')
        ? `${JSON.stringify({ chain: commands.chain, vault, ok: isWell, checks })}\n`
        : shownChecks(checks),
    );
    if (!isWell) return FAILED;
    return isPending ? NOT_FINAL : 0;
  } finally {
    await sandbox?.stop();
  }
}

function chainIn({ positionals }: Parsed): ChainName {
  const [name, ...others] = positionals;
  refuseMore(others);
  const chain = CHAINS.find((one) => one === name);
  if (chain) return chain;
  throw new Mistakes([`doctor takes one of: ${CHAINS.join(', ')}.`]);
}

function vaultIn(parsed: Parsed): string {
  const vault = parsed.text('vault') ?? '0';
  if (/^\d{1,16}$/.test(vault)) return vault;
  throw new Mistakes(['--vault must be the id of a vault account, such as 0.']);
}

/** @throws Mistakes for what only goes with `--sign`. */
function signingIn(parsed: Parsed): Pick<Signing, 'key' | 'isNew' | 'timeoutMs'> | undefined {
  if (!parsed.has('sign')) {
    const stray = ['key', 'wait'].filter((name) => parsed.has(name));
    if (stray.length > 0) throw new Mistakes(stray.map((name) => `--${name} is for --sign.`));
    return undefined;
  }
  const given = parsed.text('key');
  if (given !== undefined && !/^[\w-]{1,57}$/.test(given)) {
    throw new Mistakes(['--key must be 1 to 57 letters, digits, - or _.']);
  }
  const key = given ?? randomUUID();
  return { key, isNew: given === undefined, timeoutMs: waitSecondsIn(parsed) * 1_000 };
}

async function allChecks(
  commands: ChainCommands,
  environment: Environment,
  sandbox: Sandbox | undefined,
  { signing, ...account }: Account,
): Promise<readonly Check[]> {
  const { checks, examined } = examine(commands.gateway, environment, sandbox);
  if (!examined) return checks;
  const { settled, redis } = examined;
  const client = examined.custody(fetch);
  const custody = await checkCustody(client);
  const chain = FACTS[commands.chain];
  const now = client.time() ?? Date.now();
  const nodes = await checkNodes(commands.chain, settled, chain, now);
  const agreement = await checkAgreement(settled, environment);
  const isReachable = nodes.some(({ status }) => status !== 'failed');
  const isAsked = custody.every(({ status }) => status === 'ok');
  const ofAccount = isAsked
    ? await accountChecks(commands, examined, isReachable, account)
    : [unknown('vault account', 'Fireblocks could not be asked', 'see the checks above first')];
  const store = redis ? [await checkStore(redis)] : [];
  const looked = [...checks, ...custody, ...nodes, ...agreement, ...ofAccount, ...store];
  if (!signing) return [...looked, NOT_ASKED];
  // Last: it may have to wait for a person.
  const signed = isAsked
    ? signatureCheck(commands, examined, account.vault, signing)
    : NOT_POSSIBLE;
  return [...looked, await signed];
}

async function signatureCheck(
  { chain }: ChainCommands,
  { settled, signer }: Examined,
  vault: string,
  { key, isNew, timeoutMs, tell }: Signing,
): Promise<Check> {
  // If this process ends, the key is how to go on.
  if (isNew) tell(`--key ${key}\n`);
  const again = `custody-gateways doctor ${chain} --vault ${vault} --sign --key ${key}`;
  const request = testRequest(settled.keyOf(vault), key);
  return checkSigning(signer(fetch), request, { timeoutMs, again });
}

/** Asks the gateway of an examined connection, which can sign and submit nothing. */
async function accountChecks(
  commands: ChainCommands,
  { settled, signer }: Examined,
  isReachable: boolean,
  account: Pick<ExaminedVault, 'vault' | 'pinned'>,
): Promise<readonly Check[]> {
  const ending = new AbortController();
  const call = readOnly(fetch);
  const handler = settled.open({
    signer: signer(call),
    fetch: () => call,
    lanes: {},
    // What fails is in the checks.
    options: { docs: false, signal: ending.signal, onError: () => undefined },
  });
  const asked = { commands, handler, ...account };
  const chain = FACTS[commands.chain];
  try {
    const { address, checks } = await checkAddress(asked, chain);
    if (address !== undefined && isReachable) return [...checks, await checkFunds(asked, chain)];
    const why = isReachable ? 'the address is not known' : 'no node can be asked';
    return [...checks, unknown('funds', why, 'see the checks above first')];
  } finally {
    ending.abort();
  }
}
