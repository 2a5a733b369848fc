import type { Sandbox } from '../../sandbox/index.js';
import { variablesOf } from '../env-file.js';
import { type Parsed, parseFlags, refuseMore } from '../flags.js';
import { Mistakes } from '../mistakes.js';
import { type ChainCommands, commandsOf } from '../operate/chains.js';
import { newSandbox } from '../operate/connection.js';
import { CHAINS, type ChainName } from '../operate/names.js';
import { readOnly } from '../operate/read-only.js';
import { Environment } from '../serve/environment.js';
import type { Terminal } from '../terminal.js';
import { FACTS } from './chains.js';
import { type Check, unknown } from './check.js';
import { checkCustody } from './custody.js';
import { WORKSPACE } from './guides.js';
import { checkAgreement, checkNodes } from './nodes.js';
import { type Examined, examine } from './settings.js';
import { shownChecks } from './show.js';
import { checkStore } from './store.js';
import { DOCTOR_USAGE } from './usage.js';
import { checkAddress, checkFunds, type ExaminedVault } from './vault.js';

const FLAGS = {
  vault: { type: 'string' },
  address: { type: 'string' },
  'env-file': { type: 'string' },
  sandbox: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Nobody can tell without asking for a signature, and a command that only looks does not. */
const RAW_SIGNING = unknown(
  'raw signing',
  'only a request for a signature shows whether it is allowed',
  `read “Raw signing and its policy” in ${WORKSPACE}, then make one small transaction on the test network`,
);

/** Looks at everything that a gateway needs, and says what to do. It asks for no signature and changes nothing. */
export async function runDoctor(args: readonly string[], terminal: Terminal): Promise<number> {
  const parsed = parseFlags(args, FLAGS);
  if (parsed.has('help')) {
    terminal.out(DOCTOR_USAGE);
    return 0;
  }
  const commands = await commandsOf(chainIn(parsed));
  const vault = vaultIn(parsed);
  const environment = new Environment(variablesOf(parsed.text('env-file')));
  const sandbox = parsed.has('sandbox') ? await newSandbox() : undefined;
  try {
    const checks = await allChecks(commands, environment, sandbox, {
      vault,
      pinned: parsed.text('address'),
    });
    const isWell = checks.every(({ status }) => status !== 'failed');
    terminal.out(
      parsed.has('json')
        ? `${JSON.stringify({ chain: commands.chain, vault, ok: isWell, checks })}\n`
        : shownChecks(checks),
    );
    return isWell ? 0 : 1;
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

async function allChecks(
  commands: ChainCommands,
  environment: Environment,
  sandbox: Sandbox | undefined,
  account: Pick<ExaminedVault, 'vault' | 'pinned'>,
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
  const ofAccount = custody.every(({ status }) => status === 'ok')
    ? await accountChecks(commands, examined, isReachable, account)
    : [unknown('vault account', 'Fireblocks could not be asked', 'see the checks above first')];
  const store = redis ? [await checkStore(redis)] : [];
  return [...checks, ...custody, ...nodes, ...agreement, ...ofAccount, RAW_SIGNING, ...store];
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
