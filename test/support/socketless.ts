import { generateKeyPairSync } from 'node:crypto';
import { AptosGateway } from '../../src/aptos/index.js';
import type { Fetch } from '../../src/core/http.js';
import type { Random } from '../../src/core/random.js';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import { AptosSandbox } from '../../src/sandbox/aptos/aptos-sandbox.js';
import { SandboxClock } from '../../src/sandbox/clock.js';
import { CustodySandbox } from '../../src/sandbox/custody/custody-sandbox.js';
import { XrpTransfers } from '../../src/sandbox/custody/xrp-transfers.js';
import { bodyOf, jsonIn, type LoopbackHandler } from '../../src/sandbox/loopback/peer.js';
import { deriveFrom } from '../../src/sandbox/seed.js';
import { StacksSandbox } from '../../src/sandbox/stacks/stacks-sandbox.js';
import { XrplSandbox } from '../../src/sandbox/xrpl/xrpl-sandbox.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { FakeClock } from './fake-clock.js';
import { settle } from './manual-clock.js';

/** One key for all that a custody signs and checks with RSA: making one takes longer than a test. */
const { privateKey: RSA_KEY } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Chance that repeats itself. */
function seededRandom(seed: string): Random {
  const derive = deriveFrom(seed);
  let count = 0;
  return (length) => {
    count += 1;
    return Uint8Array.from(derive(`${count}`).subarray(0, length));
  };
}

/** A `fetch` that asks a peer directly. Time passes while the peer waits for it to. */
function fetchTo(handle: LoopbackHandler, clock: FakeClock): Fetch {
  return async (url, { method = 'GET', headers, body: given }) => {
    const { pathname, search } = new URL(url);
    const body = Buffer.from(given instanceof Uint8Array ? given : String(given ?? ''));
    const answering = handle({
      method,
      path: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      body,
      json: jsonIn(body),
    });
    let isOpen = true;
    const end = () => {
      isOpen = false;
    };
    answering.then(end, end);
    for (await settle(); isOpen; await settle()) clock.pass(50);
    const answer = await answering;
    const { body: text, type } = bodyOf(answer);
    const sent = { 'content-type': type, ...answer.headers };
    return new Response(text, { status: answer.status, headers: sent });
  };
}

/** A custody and three chains without a socket or a timer: time passes when somebody sleeps. */
export async function newSocketlessWorld(seed = 'socketless') {
  const clock = new FakeClock();
  const time = new SandboxClock(clock);
  const derive = deriveFrom(seed);
  const xrpl = new XrplSandbox({ clock: time, derive, networkId: 1, ledgerCloseMs: 4_000 });
  const aptos = new AptosSandbox({
    clock: time,
    derive,
    chainId: 4,
    blockMs: 250,
    statelessAccounts: true,
  });
  const stacks = new StacksSandbox({ clock: time, derive, blockMs: 10_000 });
  const chain = new XrpTransfers(xrpl.node, time);
  const custody = await CustodySandbox.create({
    clock: time,
    derive,
    approvals: 'auto',
    vaultAccounts: 3,
    reuseSignatures: true,
    chains: new Map([['XRP_TEST', chain]]),
    rsaKeys: async () => RSA_KEY,
  });
  const random = seededRandom(`${seed} of the process`);
  const ports = { clock, random };
  const signer = new FireblocksRawSigner({
    apiKey: custody.apiKey,
    apiSecret: custody.apiSecret,
    basePath: 'http://127.0.0.1',
    fetch: fetchTo(custody.handle, clock),
    ...ports,
  });
  const url = 'http://127.0.0.1';
  return {
    ...ports,
    custody,
    xrpl,
    aptos,
    stacks,
    signer,
    xrplGateway: (handle = xrpl.handle) =>
      new XrplGateway({
        signer,
        network: { url, networkId: 1 },
        fetch: fetchTo(handle, clock),
        ...ports,
      }),
    aptosGateway: (handle = aptos.handle) =>
      new AptosGateway({
        signer,
        network: { fullnodeUrl: `${url}/v1`, indexerUrl: `${url}/v1/graphql`, chainId: 4 },
        fetch: fetchTo(handle, clock),
        ...ports,
      }),
    stacksGateway: (handle = stacks.handle) =>
      new StacksGateway({
        signer,
        network: { network: 'testnet', url },
        fetch: fetchTo(handle, clock),
        strict: true,
        ...ports,
      }),
    stop: () => time.stop(),
  };
}
