import * as z from 'zod/mini';
import { keepRecent } from '../../core/recent.js';
import type { StacksNode } from '../node/node.js';

const named = z.looseObject({ name: z.string() });

const interfaceSchema = z.object({
  functions: z.array(
    z.looseObject({
      name: z.string(),
      access: z.string(),
      args: z.optional(z.array(z.looseObject({ name: z.string(), type: z.unknown() }))),
    }),
  ),
  fungible_tokens: z.array(named),
  non_fungible_tokens: z.optional(z.array(named)),
});

/** A contract's functions, and its own tokens. */
export type ContractInterface = z.output<typeof interfaceSchema>;

/** How many contracts are cached. */
const MOST_KEPT = 500;

/** Interfaces of contracts. They never change, so each is read once and kept while it is used. */
export class Contracts {
  readonly #known = new Map<string, ContractInterface>();

  /** `undefined` if there is no such contract, or the answer is not an interface. */
  async interfaceOf(node: StacksNode, contract: string): Promise<ContractInterface | undefined> {
    const known = this.#known.get(contract);
    if (known) return known;
    const { data } = z.safeParse(interfaceSchema, await node.contractInterface(contract));
    if (data) keepRecent(this.#known, MOST_KEPT, contract, data);
    return data;
  }

  /**
   * The interface came from one node, so a call that it made us refuse must be checked against a new answer next
   * time.
   */
  forget(contract: string): void {
    this.#known.delete(contract);
  }
}
