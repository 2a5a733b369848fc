import { GatewayError } from '../../src/core/errors.js';
import type { Objects } from '../support/shapes.js';
import type { Exchange, Exchanges } from './exchanges.js';

/** What is known of the API of a chain or a custody, whoever stands for it. */
export interface Table {
  readonly calls: readonly string[];
  /** What of objects is left to be told. */
  readonly objects?: Objects;
  /** Tells answers of one status apart that have fields of their own. */
  partOf?(told: unknown): string;
  /** Fields whose content is not the API's. */
  readonly opaque: readonly RegExp[];
  /** The code of an error in an answer. */
  codeOf(body: unknown): string | undefined;
  readonly codes: { has(code: string): boolean };
  /** What must not change without notice, by name: a contract as its hash. */
  pinsIn(exchanges: readonly Exchange[]): Readonly<Record<string, string>>;
  /** The words of the protocol in an answer, by the members that have them. */
  wordsIn(body: unknown): Readonly<Record<string, string>>;
}

/** One thing that is done on a network, as a caller of this package does it. */
export interface Operation<World> {
  readonly name: string;
  /** The code of the error that it has to end with. */
  readonly fails?: string;
  run(world: World): Promise<unknown>;
}

/** What a run has shown. */
export interface Run {
  readonly exchanges: readonly Exchange[];
  /** Operations that did not end as the table says, each with what it ended with. */
  readonly failures: readonly { readonly operation: string; readonly code: string }[];
  readonly pins: Readonly<Record<string, string>>;
}

/** Runs the operations of a table, one after the other; one that fails does not keep others from it. */
export async function run<World>(
  table: Table,
  operations: readonly Operation<World>[],
  world: World,
  exchanges: Exchanges,
): Promise<Run> {
  const failures: { operation: string; code: string }[] = [];
  for (const { name: operation, fails, ...own } of operations) {
    const code = await own.run(world).then(
      () => undefined,
      (error: unknown) => (error instanceof GatewayError ? error.code : String(error)),
    );
    if (code !== fails) failures.push({ operation, code: code ?? 'none' });
  }
  const { all } = exchanges;
  return { exchanges: all, failures, pins: table.pinsIn(all) };
}

const LOOK_EVERY_MS = 2_000;

/** What a faucet gives takes its time to arrive. */
export async function arrived(patienceMs: number, hasArrived: () => Promise<boolean>) {
  for (let waitedMs = 0; !(await hasArrived()); waitedMs += LOOK_EVERY_MS) {
    if (waitedMs >= patienceMs) throw new Error('nothing has arrived in time');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
