import type { Sandbox } from '../../../src/sandbox/index.js';
import type { TransactionDefaults, TransactionOptions } from '../../../src/xrpl/index.js';
import type { Write } from './writes.js';

/** A call of a gateway. */
export type Act<Gateway> = (
  gateway: Gateway,
  vault: string,
  options: TransactionOptions,
) => Promise<unknown>;

/** What is done alike on every chain, by a chain's own gateways. */
interface Ways<Gateway, Settings> {
  readonly sandbox: Sandbox;
  /** A gateway of the watched package. */
  watched(defaults: TransactionDefaults, settings: Settings | undefined): Gateway;
  /** One of a package that lacks nothing. */
  whole(): Gateway;
  /** Gives an account what all writes need. */
  fund(vault: string): Promise<unknown>;
  readonly pay: Act<Gateway>;
}

/** Makes a chain's writes, each on an account of its own. */
export function writerOf<Gateway, Settings>(ways: Ways<Gateway, Settings>) {
  const { sandbox, watched, whole, fund, pay } = ways;
  return {
    /** A call by gateways with some settings, after another call or none. */
    write: (
      name: string,
      act: Act<Gateway>,
      settings?: Settings,
      before?: Act<Gateway>,
    ): Write => ({
      name,
      begin: async (vault, idempotencyKey) => {
        await fund(vault);
        await before?.(whole(), vault, {});
        return (defaults) => act(watched(defaults, settings), vault, { idempotencyKey });
      },
    }),
    /** A call about a transfer that waits for its approval. */
    onHeld: (
      name: string,
      act: (gateway: Gateway, vault: string, key: string) => Promise<unknown>,
    ): Write => ({
      name,
      begin: async (vault, idempotencyKey) => {
        await fund(vault);
        const held = { idempotencyKey, note: 'held', signatureTimeoutMs: 0 };
        await pay(whole(), vault, held).catch(() => undefined);
        return (defaults) => act(watched(defaults, undefined), vault, idempotencyKey);
      },
    }),
    /** Approves all that waits. */
    approve: () => {
      for (const { id, status } of sandbox.custody.transactions)
        if (status === 'PENDING_AUTHORIZATION') sandbox.custody.approve(id);
    },
  };
}
