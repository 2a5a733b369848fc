import * as z from 'zod/mini';
import { UnexpectedAnswerError } from '../../core/errors.js';
import { long } from '../wire/address.js';
import type { Fullnode } from './fullnode.js';

/** A node's description of a module: its functions, and the parameters that they take. */
export const moduleAbi = z.looseObject({
  abi: z.looseObject({
    address: z.string(),
    name: z.string(),
    exposed_functions: z.array(
      z.looseObject({
        name: z.string(),
        is_entry: z.boolean(),
        generic_type_params: z.array(z.unknown()),
        params: z.array(z.string()),
      }),
    ),
  }),
});

/** A module as a node describes it. @throws UnexpectedAnswerError where that is another one. */
export async function moduleAt(node: Fullnode, address: string, name: string) {
  const found = await node.module(address, name);
  if (!found || (found.abi.name === name && long(found.abi.address) === long(address)))
    return found;
  throw new UnexpectedAnswerError('aptos', `it shows another module than ${address}::${name}`);
}
