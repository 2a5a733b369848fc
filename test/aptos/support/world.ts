import {
  AptosGateway,
  type AptosGatewayOptions,
  type TransactionEvent,
} from '../../../src/aptos/index.js';
import { FireblocksRawSigner } from '../../../src/fireblocks/index.js';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/index.js';
import { endingFetch } from '../../support/ending-fetch.js';
import { FAST } from '../../support/world.js';

/** A sandbox, a custody signer and a gateway that look often, so that tests need not wait. */
export interface AptosWorld {
  readonly sandbox: Sandbox;
  readonly gateway: AptosGateway;
  readonly signer: FireblocksRawSigner;
  readonly events: TransactionEvent[];
  /** The addresses of vault accounts 0, 1 and 2. */
  readonly addresses: readonly [string, string, string];
  /** Another gateway on the same sandbox: another process, as far as memory goes. */
  another(options?: Partial<AptosGatewayOptions>): AptosGateway;
  newSigner(): FireblocksRawSigner;
  stop(): Promise<void>;
}

export interface AptosWorldOptions extends SandboxOptions {
  readonly gateway?: Partial<AptosGatewayOptions>;
  /** Instead of the platform's. */
  readonly fetch?: typeof fetch;
}

/** What vault accounts 0 and 1 begin with: ten coins. */
export const FUNDS = 1_000_000_000n;

const RETRY = { baseMs: 5, maxMs: 20 };

export async function newAptosWorld(options: AptosWorldOptions = {}): Promise<AptosWorld> {
  const { gateway: given, fetch: inner, ...sandboxOptions } = options;
  const sandbox = await startSandbox({ aptosBlockMs: 20, ...sandboxOptions });
  const life = endingFetch(inner);
  const events: TransactionEvent[] = [];
  const newSigner = () => {
    const { apiKey, apiSecret, url: basePath } = sandbox.custody;
    const access = { apiKey, apiSecret, basePath, fetch: life.fetch };
    return new FireblocksRawSigner({ ...access, polling: FAST, retry: RETRY });
  };
  const another = (more: Partial<AptosGatewayOptions> = {}) =>
    new AptosGateway({
      signer: newSigner(),
      network: sandbox.aptos,
      polling: FAST,
      retry: RETRY,
      fetch: life.fetch,
      onEvent: (event) => events.push(event),
      ...given,
      ...more,
    });
  const signer = newSigner();
  const gateway = another({ signer });
  const addresses = [
    await gateway.getAddress('0'),
    await gateway.getAddress('1'),
    await gateway.getAddress('2'),
  ] as const;
  for (const address of addresses.slice(0, 2)) sandbox.aptos.fund(address, FUNDS);
  const stop = () => {
    life.end();
    return sandbox.stop();
  };
  return { sandbox, gateway, signer, events, addresses, another, newSigner, stop };
}

/** The sequence numbers that an account has spent, in order. */
export function sequencesOf({ aptos }: Sandbox, address: string): number[] {
  return aptos.transactionsOf(address).map(({ sequence_number: number }) => Number(number));
}

/** What a custody was asked to sign, one for each request. */
export function creationsAt({ custody }: Sandbox): number {
  return custody.messages.filter(
    ({ method, path }) => method === 'POST' && path === '/v1/transactions',
  ).length;
}
