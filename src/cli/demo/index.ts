import { FireblocksRawSigner } from '../../fireblocks/index.js';
import { startSandbox } from '../../sandbox/index.js';
import { XrplGateway } from '../../xrpl/index.js';
import { parseFlags } from '../flags.js';
import type { Terminal } from '../terminal.js';
import { DEMO_USAGE } from '../usage.js';
import { approvals } from './approvals.js';
import { aptosDemo } from './aptos.js';
import { callbackDemo } from './callback.js';
import { manyDemo } from './many.js';
import { stacksDemo } from './stacks.js';
import { report, say } from './telling.js';
import { xrplDemo } from './xrpl.js';

/** Makes a few transactions over Fireblocks' real wire protocol, on this machine alone. */
export async function runDemo(args: readonly string[], terminal: Terminal): Promise<number> {
  if (parseFlags(args, { help: { type: 'boolean', short: 'h' } }).has('help')) {
    terminal.out(DEMO_USAGE);
    return 0;
  }
  const sandbox = await startSandbox({ approvals, ledgerCloseMs: 500, seed: 'demo' });
  try {
    say(
      'custody-gateways demo. A custody platform, an XRP Ledger, an Aptos node and a Stacks chain run on this machine alone.',
    );
    const { custody, xrpl } = sandbox;
    const signer = new FireblocksRawSigner({
      apiKey: custody.apiKey,
      apiSecret: custody.apiSecret,
      basePath: custody.url,
    });
    const network = { url: xrpl.url, networkId: xrpl.networkId };
    const gateway = new XrplGateway({ signer, network, onEvent: report });
    await xrplDemo(sandbox, gateway);
    await manyDemo(sandbox, gateway);
    await aptosDemo(sandbox, signer);
    await stacksDemo(sandbox, signer);
    await callbackDemo(sandbox, gateway);
    return 0;
  } finally {
    await sandbox.stop();
  }
}
