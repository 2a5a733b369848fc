import type { Action } from './actions.js';
import * as chain from './at-chain.js';
import * as lane from './at-lane.js';
import * as signer from './at-signer.js';
import * as building from './building.js';
import type { Context, Moment } from './context.js';

/** Only for a request that an earlier call has made. */
const rebuilding = () => import('./rebuilding.js');

/** Does an action. It depends on the kind of the action only. */
export function perform<I, T, R>(
  context: Context<I, T, R>,
  action: Exclude<Action, { kind: 'tell' | 'wait' }>,
  moment: Moment<T, R>,
): Promise<void> {
  switch (action.kind) {
    case 'find':
      return signer.find(context, moment);
    case 'list':
      return signer.list(context, moment);
    case 'list-others':
      return signer.listOthers(context, moment);
    case 'ask':
      return signer.ask(context, moment);
    case 'verify':
      return signer.verify(context, action.signatures, moment);
    case 'give-up':
      return signer.giveUp(context, moment);
    case 'enter':
      return lane.enter(context, action, moment);
    case 'adopt':
      return lane.adopt(context, moment);
    case 'line-up':
      return lane.lineUp(context, moment);
    case 'reserve':
      return lane.reserve(context, action.fixed, moment);
    case 'create-tickets':
      return lane.createTickets(context, action.room, moment);
    case 'turn':
      return lane.turn(context, action.member, moment);
    case 'mark':
      return lane.mark(context, action.member, moment);
    case 'leave':
      return lane.leave(context, action, moment);
    case 'block':
      return lane.block(context, moment);
    case 'doubt':
      return lane.doubt(context, moment);
    case 'decline':
      return lane.decline(context, moment);
    case 'overwrite':
      return lane.overwrite(context, action.members, moment);
    case 'read':
      return building.read(context, moment);
    case 'build':
      return building.build(context, action.numbers, moment);
    case 'rebuild':
      return rebuilding().then((it) => it.rebuild(context, moment));
    case 'send':
      return chain.send(context, action, moment);
    case 'look':
      return chain.look(context, action, moment);
    case 'look-for-transfer':
      return chain.lookForTransfer(context, moment);
    case 'count':
      return chain.count(context, moment);
  }
}
