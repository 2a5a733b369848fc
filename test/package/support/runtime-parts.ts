import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { startSandbox } from '../../../src/sandbox/index.js';
import type { Consumer } from '../../support/consumer.js';

const TEST = fileURLToPath(new URL('../..', import.meta.url));

/** What a program makes of the sandbox in another process. */
const TRANSFER = `
  import { AptosGateway } from 'custody-gateways/aptos';
  import { StacksGateway } from 'custody-gateways/stacks';
  import { XrplGateway } from 'custody-gateways/xrpl';
  const sandbox = SANDBOX;
  const gateways = (signer) => ({
    xrpl: new XrplGateway({ signer, network: sandbox.xrpl, nativeTransfers: false }),
    aptos: new AptosGateway({ signer, network: sandbox.aptos }),
    stacks: new StacksGateway({ signer, network: sandbox.stacks, strict: true }),
  });
  const wordOf = (error) => String(error.details?.reason ?? error.message ?? error);
  const pay = async (chain, newSigner) => {
    try {
      const gateway = gateways(newSigner())[chain];
      const to = sandbox.to[chain];
      return (await gateway.transfer('0', { to, amount: 1n })).status;
    } catch (error) {
      return wordOf(error);
    }
  };
  export const payments = async (newSigner) => {
    const said = {};
    for (const chain of ['xrpl', 'aptos', 'stacks']) said[chain] = await pay(chain, newSigner);
    return JSON.stringify(said);
  };`;

/** The programs that each runtime runs: what they print is what is told of them. */
const PROGRAMS = {
  requests: `
    import { report, signersAtStart } from './runtime-report.mjs';
    const signers = signersAtStart();
    export const said = () => report(signers);`,
  local: `
    import { LocalRawSigner } from 'custody-gateways/signer';
    import { payments } from './payments.mjs';
    export const said = () => payments(() => new LocalRawSigner({ seed: 'runtimes', quiet: true }));`,
  fireblocks: `
    import { FireblocksRawSigner } from 'custody-gateways/fireblocks';
    import { payments } from './payments.mjs';
    export const said = () => payments(() => new FireblocksRawSigner(SANDBOX.custody));`,
};

export type Part = keyof typeof PROGRAMS;

export const PARTS: readonly Part[] = ['requests', 'local', 'fireblocks'];

/** A sandbox with funds for those who pay, by keys of the custody and by local ones. */
export async function fundedSandbox() {
  const { LocalRawSigner } = await import('../../../src/signer/index.js');
  const { AptosGateway } = await import('../../../src/aptos/index.js');
  const { FireblocksRawSigner } = await import('../../../src/fireblocks/index.js');
  const { StacksGateway } = await import('../../../src/stacks/index.js');
  const { XrplGateway } = await import('../../../src/xrpl/index.js');
  const sandbox = await startSandbox({ ledgerCloseMs: 100, stacks: { blockMs: 100 } });
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  const custody = { apiKey, apiSecret, basePath };
  const xrpl = { url: sandbox.xrpl.url, networkId: sandbox.xrpl.networkId };
  const { fullnodeUrl, indexerUrl, chainId } = sandbox.aptos;
  const aptos = { fullnodeUrl, indexerUrl, chainId };
  const stacks = { network: sandbox.stacks.network, url: sandbox.stacks.url };
  const signers = [
    new FireblocksRawSigner(custody),
    new LocalRawSigner({ seed: 'runtimes', quiet: true }),
  ];
  const to = { xrpl: '', aptos: '', stacks: '' };
  for (const signer of signers) {
    const onXrpl = new XrplGateway({ signer, network: xrpl });
    const onAptos = new AptosGateway({ signer, network: aptos });
    const onStacks = new StacksGateway({ signer, network: stacks });
    for (const vault of ['0', '1']) {
      to.xrpl = await onXrpl.getAddress(vault);
      to.aptos = await onAptos.getAddress(vault);
      to.stacks = await onStacks.getAddress(vault);
      await sandbox.xrpl.fund(to.xrpl, 1_000_000_000n);
      sandbox.aptos.fund(to.aptos, 1_000_000_000n);
      sandbox.stacks.fund(to.stacks, 1_000_000_000n);
    }
  }
  return { stop: sandbox.stop, settings: { custody, xrpl, aptos, stacks, to } };
}

/** Bundles each program as the tools for Workers do it: as one that prints, and as a worker that answers. */
export async function bundlePrograms(consumer: Consumer, settings: object): Promise<void> {
  const { write } = consumer;
  for (const [from, to] of [
    ['requests/vectors.json', 'vectors.json'],
    ['support/runtime-report.mjs', 'runtime-report.mjs'],
  ] as const) {
    write(to, readFileSync(join(TEST, from), 'utf8'));
  }
  write('payments.mjs', TRANSFER);
  for (const part of PARTS) {
    write(`${part}.mjs`, PROGRAMS[part]);
    const use = `import { said } from './${part}.mjs';`;
    for (const [kind, text] of [
      ['program', `${use} said().then((text) => console.log(text));`],
      ['worker', `${use} export default { fetch: async () => new Response(await said()) };`],
    ] as const) {
      await bundle(consumer, `${part}.${kind}`, text, settings);
    }
  }
}

/** Bundles one program, which finds what it is told as `SANDBOX`, into `<name>.bundle.mjs`. */
export async function bundle(
  { folder, write }: Consumer,
  name: string,
  text: string,
  settings: object,
): Promise<void> {
  await build({
    entryPoints: [join(folder, write(`${name}.mjs`, text))],
    outfile: join(folder, `${name}.bundle.mjs`),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*'],
    define: { SANDBOX: JSON.stringify(settings) },
    logLevel: 'error',
  });
}
