import * as z from 'zod/mini';
import { UnexpectedAnswerError } from '../../../core/errors.js';
import type { StacksNetworkKind } from '../../network.js';
import type { StacksNode } from '../../node/node.js';
import { knownManager, wrapperOf } from '../pools.js';

/** A signer of pox-5 that STX can be staked with. */
export interface SignerManager {
  /** `address.name`. */
  readonly id: string;
  /** 33 bytes, hexadecimal. */
  readonly signerKey: string;
  /** Who runs it, where that is known. */
  readonly pool?: string;
  /** Whether it takes a payout address: `required` without which it refuses, `ignored` pays otherwise. */
  readonly payout?: 'optional' | 'required' | 'ignored';
  /** In microSTX: the least that it takes. */
  readonly minimum?: string;
  /** It takes nobody who does not come through this contract, which the gateway does. */
  readonly wrapper?: string;
}

const page = z.looseObject({
  cursor: z.looseObject({ next: z.nullable(z.string().check(z.maxLength(512))) }),
  results: z.array(
    z.looseObject({
      signer: z.string(),
      signer_key: z.string().check(z.regex(/^0x0[23][0-9a-f]{64}$/)),
    }),
  ),
});

const PAGE_SIZE = 50;
const MAX_PAGES = 20;

/** Everybody who is registered, page by page. */
export async function readSignerManagers(
  node: StacksNode,
  kind: StacksNetworkKind,
): Promise<readonly SignerManager[]> {
  const managers: SignerManager[] = [];
  let cursor: string | null = null;
  for (let asked = 0; asked < MAX_PAGES; asked++) {
    const at: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/extended/v3/staking/signers?limit=${PAGE_SIZE}${at}`;
    const { results, cursor: next } = await node.get(path, page);
    managers.push(...results.map((found) => managerOf(kind, found)));
    cursor = next.next;
    if (cursor === null) return managers;
  }
  throw new UnexpectedAnswerError('stacks', 'the list of signers does not end');
}

function managerOf(
  kind: StacksNetworkKind,
  { signer: id, signer_key }: { readonly signer: string; readonly signer_key: string },
): SignerManager {
  const known = knownManager(kind, id);
  const wrapper = wrapperOf(kind, id);
  return {
    id,
    signerKey: signer_key.slice(2),
    ...(known && { pool: known.pool, payout: known.calldata }),
    ...(known?.minimum !== undefined && { minimum: `${known.minimum}` }),
    ...(wrapper !== undefined && { wrapper }),
  };
}
