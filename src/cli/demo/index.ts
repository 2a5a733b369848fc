import type { Fetch } from '../../core/http.js';
import { FireblocksRawSigner } from '../../fireblocks/index.js';
import { type Sandbox, startSandbox } from '../../sandbox/index.js';
import { XrplGateway } from '../../xrpl/index.js';
import { parseFlags, refuseMore } from '../flags.js';
import { Mistakes } from '../mistakes.js';
import type { Terminal } from '../terminal.js';
import { DEMO_USAGE } from '../usage.js';
import { approvalsAfter } from './approvals.js';
import { aptosDemo } from './aptos.js';
import { callbackDemo } from './callback.js';
import { crashDemo } from './crash.js';
import { jsonReporter } from './json-reporter.js';
import { manyDemo } from './many.js';
import { FAST, type Pace, SHOWN } from './pace.js';
import { PARTS, type Part } from './reporter.js';
import { DemoRun } from './run.js';
import { stacksDemo } from './stacks.js';
import { textReporter } from './text-reporter.js';
import { xrplDemo } from './xrpl.js';

const FLAGS = {
  chain: { type: 'string' },
  fast: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Makes a few transactions over Fireblocks' real wire protocol, on this machine alone. */
export async function runDemo(args: readonly string[], terminal: Terminal): Promise<number> {
  const parsed = parseFlags(args, FLAGS);
  if (parsed.has('help')) {
    terminal.out(DEMO_USAGE);
    return 0;
  }
  refuseMore(parsed.positionals);
  const parts = partsOf(parsed.text('chain'));
  const pace = parsed.has('fast') ? FAST : SHOWN;
  const sandbox = await startSandbox({ ...sandboxAt(pace), seed: 'demo' });
  try {
    const reporter = parsed.has('json') ? jsonReporter(terminal) : textReporter(terminal);
    const run = new DemoRun(reporter);
    reporter.note(
      'custody-gateways demo. A custody platform, an XRP Ledger, an Aptos node, a Stacks chain and an exchange run on this machine alone.',
    );
    const { custody, xrpl } = sandbox;
    const polling = { firstMs: pace.pollMs, factor: 1, maxMs: pace.pollMs };
    const settings = { signer: signerAt(custody, fetch), polling, onEvent: reporter.event };
    const network = { url: xrpl.url, networkId: xrpl.networkId };
    const gateway = new XrplGateway({ ...settings, network });
    if (parts.includes('xrpl')) {
      await xrplDemo(run, sandbox, gateway);
      await manyDemo(run, sandbox, gateway);
      await crashDemo(run, sandbox, (call) => {
        const signer = signerAt(custody, call);
        return new XrplGateway({ ...settings, signer, network, fetch: call });
      });
    }
    if (parts.includes('aptos')) await aptosDemo(run, sandbox, settings);
    if (parts.includes('stacks')) await stacksDemo(run, sandbox, settings);
    // The last of the chains: from here on the co-signer asks before each signature.
    if (parts.includes('xrpl')) await callbackDemo(run, sandbox, gateway);
    if (parts.includes('provider')) await (await import('./provider.js')).providerDemo(run);
    run.end();
    return 0;
  } finally {
    await sandbox.stop();
  }
}

function sandboxAt({ ledgerCloseMs, stacksBlockMs, aptosBlockMs, approvalMs }: Pace) {
  const approvals = approvalsAfter(approvalMs);
  return { approvals, ledgerCloseMs, aptosBlockMs, stacks: { blockMs: stacksBlockMs } };
}

function signerAt({ apiKey, apiSecret, url }: Sandbox['custody'], fetch: Fetch) {
  return new FireblocksRawSigner({ apiKey, apiSecret, basePath: url, fetch });
}

function partsOf(name: string | undefined): readonly Part[] {
  if (name === undefined) return PARTS;
  const chosen = PARTS.filter((part) => part === name);
  if (chosen.length === 0) throw new Mistakes([`--chain must be one of: ${PARTS.join(', ')}.`]);
  return chosen;
}
