import * as z from 'zod/mini';
import { keepRecent } from '../core/recent.js';
import type { StacksNode } from './node/node.js';

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

/** What a contract can be called with, and what it has of its own. */
export type ContractInterface = z.output<typeof interfaceSchema>;

/** How many contracts are kept in mind. */
const MOST_KEPT = 500;

/** Interfaces of contracts, which never change: each is asked for once, as long as it is of use. */
export class Contracts {
  readonly #known = new Map<string, ContractInterface>();

  /** `undefined` where there is no such contract, or nothing that looks like one. */
  async interfaceOf(node: StacksNode, contract: string): Promise<ContractInterface | undefined> {
    const known = this.#known.get(contract);
    if (known) return known;
    const { data } = z.safeParse(interfaceSchema, await node.contractInterface(contract));
    if (data) keepRecent(this.#known, MOST_KEPT, contract, data);
    return data;
  }

  /** It was one node's word: what is refused by it is not refused for good. */
  forget(contract: string): void {
    this.#known.delete(contract);
  }
}
