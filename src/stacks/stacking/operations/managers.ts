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

const PAGE_SIZE = 200;
const MAX_PAGES = 20;

/** Everybody who is registered, page by page. */
export async function readSignerManagers(
  node: StacksNode,
  kind: StacksNetworkKind,
): Promise<readonly SignerManager[]> {
  const managers: SignerManager[] = [];
  let cursor: string | null = null;
  for (let asked = 0; asked < MAX_PAGES; asked++) {
    const page: Awaited<ReturnType<StacksNode['signers']>> = await node.signers(PAGE_SIZE, cursor);
    managers.push(...page.results.map((found) => managerOf(kind, found)));
    cursor = page.cursor.next;
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
