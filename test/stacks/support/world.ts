import { FireblocksRawSigner } from '../../../src/fireblocks/index.js';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/index.js';
import {
  StacksGateway,
  type StacksGatewayOptions,
  type TransactionEvent,
} from '../../../src/stacks/index.js';
import { endingFetch } from '../../support/ending-fetch.js';
import { FAST } from '../../support/world.js';

/** A sandbox, a custody signer and gateways that look often, so that tests need not wait. */
export interface StacksTestWorld {
  readonly sandbox: Sandbox;
  /** Tells what went wrong. */
  readonly gateway: StacksGateway;
  /** Throws what went wrong; the same signer. */
  readonly strict: StacksGateway<true>;
  readonly signer: FireblocksRawSigner;
  readonly events: TransactionEvent[];
  /** The addresses of vault accounts 0, 1 and 2. */
  readonly addresses: readonly [string, string, string];
  /** Another gateway on the same sandbox: another process, as far as memory goes. */
  another(options?: Partial<StacksGatewayOptions>): StacksGateway<true>;
  newSigner(): FireblocksRawSigner;
  stop(): Promise<void>;
}

export interface StacksTestOptions extends SandboxOptions {
  readonly gateway?: Partial<StacksGatewayOptions>;
  /** Instead of the platform's. */
  readonly fetch?: typeof fetch;
}

/** What vault accounts 0 and 1 begin with: a thousand STX. */
const FUNDS = 1_000_000_000n;

const RETRY = { baseMs: 5, maxMs: 20 };

export async function newStacksWorld(options: StacksTestOptions = {}): Promise<StacksTestWorld> {
  const { gateway: given, fetch: inner, stacks, ...sandboxOptions } = options;
  const sandbox = await startSandbox({ stacks: { blockMs: 20, ...stacks }, ...sandboxOptions });
  const life = endingFetch(inner);
  const events: TransactionEvent[] = [];
  const newSigner = () => {
    const { apiKey, apiSecret, url: basePath } = sandbox.custody;
    const access = { apiKey, apiSecret, basePath, fetch: life.fetch };
    return new FireblocksRawSigner({ ...access, polling: FAST, retry: RETRY });
  };
  const settings = (more: Partial<StacksGatewayOptions>) => ({
    signer: newSigner(),
    network: sandbox.stacks,
    polling: FAST,
    retry: RETRY,
    fetch: life.fetch,
    onEvent: (event: TransactionEvent) => events.push(event),
    ...given,
    ...more,
  });
  const another = (more: Partial<StacksGatewayOptions> = {}) =>
    new StacksGateway<true>({ ...settings(more), strict: true });
  const signer = newSigner();
  const gateway = new StacksGateway<false>({ ...settings({ signer }), strict: false });
  const strict = another({ signer });
  const addresses = [
    await gateway.getAddress('0'),
    await gateway.getAddress('1'),
    await gateway.getAddress('2'),
  ] as const;
  for (const address of addresses.slice(0, 2)) sandbox.stacks.fund(address, FUNDS);
  const stop = () => {
    life.end();
    return sandbox.stop();
  };
  return { sandbox, gateway, strict, signer, events, addresses, another, newSigner, stop };
}

/** What a custody was asked to sign, one for each request. */
export function creationsAt({ custody }: Sandbox): number {
  return custody.messages.filter(
    ({ method, path }) => method === 'POST' && path === '/v1/transactions',
  ).length;
}

/** How many transactions a node was sent. */
export function submissionsAt({ stacks }: Sandbox): number {
  return stacks.messages.filter(
    ({ method, path }) => method === 'POST' && path === '/v2/transactions',
  ).length;
}
