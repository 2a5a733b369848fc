import { LocalRawSigner } from '../../../src/signer/index.js';
import { StacksGateway } from '../../../src/stacks/index.js';
import type { Pox5Text } from '../../support/clarity/pox5-text.js';
import { clarityWorld, type StacksWorld } from '../../support/stacks-worlds.js';
import { FAST } from '../../support/world.js';

/** A gateway on a node that runs the real Clarity VM. */
export interface ClarityGateway {
  readonly world: StacksWorld;
  readonly strict: StacksGateway<true>;
  /** Mines blocks until a call has ended. */
  mining<T>(call: Promise<T>): Promise<T>;
}

/** In microSTX: what vault accounts 0 to 2 begin with. */
export const CLARITY_FUNDS = 2_000_000_000_000n;

const BLOCK_MS = 20;

export async function clarityGateway(
  pox: 'pox-4' | 'pox-5',
  text?: Pox5Text,
): Promise<ClarityGateway> {
  const world = await clarityWorld(pox, text);
  const strict = new StacksGateway<true>({
    signer: new LocalRawSigner({ seed: 'clarity', quiet: true }),
    network: { network: 'testnet', url: world.url },
    polling: FAST,
    strict: true,
  });
  for (const vault of ['0', '1', '2']) {
    world.fund(await strict.getAddress(vault), CLARITY_FUNDS);
  }
  const mining = async <T>(call: Promise<T>): Promise<T> => {
    let isOver = false;
    const over = call.finally(() => {
      isOver = true;
    });
    over.catch(() => undefined);
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, BLOCK_MS));
      if (!isOver) await world.mine();
    }
    return over;
  };
  return { world, strict, mining };
}
