import type { Action, Doing } from './actions.js';
import * as chain from './at-chain.js';
import * as lane from './at-lane.js';
import * as signer from './at-signer.js';
import * as building from './building.js';
import type { Moment } from './context.js';

type Kind = Exclude<Action['kind'], 'tell' | 'wait'>;

/** How actions of a kind are done. */
interface Performer<A = Action> {
  /** A method, so that each may be given an action of its own kind. */
  perform(moment: Moment, action: A): Promise<void>;
  /** The peer that it asks, if the action's time has no other limit. */
  readonly peer?: 'signer' | 'chain';
  /** It gives something up, and is done also after the caller has aborted. */
  readonly isRelease?: boolean;
}

const PERFORMERS: { readonly [K in Kind]: Performer<Doing<K>> } = {
  find: { perform: signer.find, peer: 'signer' },
  list: { perform: signer.list, peer: 'signer' },
  'list-others': { perform: signer.listOthers, peer: 'signer' },
  ask: { perform: signer.ask, peer: 'signer' },
  verify: { perform: signer.verify, peer: 'signer' },
  'give-up': { perform: signer.giveUp, peer: 'signer' },
  enter: { perform: lane.enter },
  adopt: { perform: lane.adopt, isRelease: true },
  'line-up': { perform: lane.lineUp },
  reserve: { perform: lane.reserve },
  'create-tickets': { perform: lane.createTickets },
  turn: { perform: lane.turn },
  mark: { perform: lane.mark, isRelease: true },
  leave: { perform: lane.leave, isRelease: true },
  block: { perform: lane.block, isRelease: true },
  doubt: { perform: lane.doubt, isRelease: true },
  decline: { perform: lane.decline, isRelease: true },
  overwrite: { perform: lane.overwrite },
  read: { perform: building.read, peer: 'chain' },
  build: { perform: building.build },
  // Only for a request that an earlier call has made.
  rebuild: { perform: async (moment) => (await import('./rebuilding.js')).rebuild(moment) },
  send: { perform: chain.send, peer: 'chain' },
  look: { perform: chain.look, peer: 'chain' },
  'look-for-transfer': { perform: chain.lookForTransfer, peer: 'chain' },
  count: { perform: chain.count, peer: 'chain' },
};

/** How an action is done. It depends on the kind of the action only. */
export function performerOf({ kind }: { readonly kind: Kind }): Performer {
  return PERFORMERS[kind];
}
