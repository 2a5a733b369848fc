import { UnexpectedAnswerError } from '../../../core/errors.js';
import { NotServedError } from '../../errors.js';
import type { StacksNetworkKind } from '../../network.js';
import type { StacksNode } from '../../node/node.js';
import { managerRules, wrapperOf } from '../manager-rules.js';

/** A signer of pox-5 with which STX can be staked, as registered on the chain. */
export interface SignerManager {
  /** `address.name`. */
  readonly id: string;
  /** 33 bytes, hexadecimal. */
  readonly signerKey: string;
  /**
   * For managers that sign in the current cycle: whether its key's grant is active; without it no stake is
   * accepted.
   */
  readonly granted?: boolean;
  /**
   * For managers that sign in the current cycle: the amount staked with its key, in microSTX, through all
   * managers of that key.
   */
  readonly staked?: string;
  /**
   * Whether it takes a payout address: with `required` it refuses a stake without one, with `ignored` it pays in
   * another way. Left out for contracts without known rules.
   */
  readonly payout?: 'optional' | 'required' | 'ignored';
  /** In microSTX: the least that it accepts, if known. */
  readonly minimum?: string;
  /** It accepts stakes only through this contract, which the gateway uses. */
  readonly wrapper?: string;
}

const PAGE_SIZE = 200;
const MAX_PAGES = 20;

/** All registered signers, with the data of those that sign in the current cycle. */
export async function readSignerManagers(
  node: StacksNode,
  kind: StacksNetworkKind,
): Promise<readonly SignerManager[]> {
  const [registered, signing] = await Promise.all([
    everyPage((cursor) => node.signers(PAGE_SIZE, cursor)),
    readSigning(node),
  ]);
  return registered.map(({ signer: id, signer_key: key }) => {
    return { id, signerKey: key.slice(2), ...signing.get(id), ...ruledBy(kind, id) };
  });
}

type Signing = Required<Pick<SignerManager, 'granted' | 'staked'>>;

/** Empty for an API that does not list the current signers. */
async function readSigning(node: StacksNode): Promise<ReadonlyMap<string, Signing>> {
  try {
    const all = await everyPage((cursor) => node.currentSigners(PAGE_SIZE, cursor));
    const managers = all.flatMap(({ staked_stx: staked, signer_managers: those }) =>
      those.map(({ signer_manager: id, grant_active: granted }) => {
        return [id, { granted, staked: staked.amount }] as const;
      }),
    );
    return new Map(managers);
  } catch (error) {
    if (error instanceof NotServedError) return new Map();
    throw error;
  }
}

interface Page<Entry> {
  readonly cursor: { readonly next: string | null };
  readonly results: readonly Entry[];
}

async function everyPage<Entry>(
  read: (cursor: string | null) => Promise<Page<Entry>>,
): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  let at: string | null = null;
  for (let asked = 0; asked < MAX_PAGES; asked++) {
    const { results, cursor }: Page<Entry> = await read(at);
    all.push(...results);
    at = cursor.next;
    if (at === null) return all;
  }
  throw new UnexpectedAnswerError('stacks', 'the list of signers does not end');
}

function ruledBy(kind: StacksNetworkKind, id: string): Partial<SignerManager> {
  const rules = managerRules(kind, id);
  const wrapper = wrapperOf(kind, id);
  return {
    ...(rules && { payout: rules.calldata }),
    ...(rules?.minimum !== undefined && { minimum: `${rules.minimum}` }),
    ...(wrapper !== undefined && { wrapper }),
  };
}
