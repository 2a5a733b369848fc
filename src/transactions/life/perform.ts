import type { Action } from './actions.js';
import * as chain from './at-chain.js';
import * as lane from './at-lane.js';
import * as signer from './at-signer.js';
import * as building from './building.js';
import type { Moment } from './context.js';

/** Only for a request that an earlier call has made. */
const rebuilding = () => import('./rebuilding.js');

/** Does an action. It depends on the kind of the action only. */
export function perform<I, T, R>(
  moment: Moment<I, T, R>,
  action: Exclude<Action, { kind: 'tell' | 'wait' }>,
): Promise<void> {
  switch (action.kind) {
    case 'find':
      return signer.find(moment);
    case 'list':
      return signer.list(moment);
    case 'list-others':
      return signer.listOthers(moment);
    case 'ask':
      return signer.ask(moment);
    case 'verify':
      return signer.verify(moment, action);
    case 'give-up':
      return signer.giveUp(moment);
    case 'enter':
      return lane.enter(moment, action);
    case 'adopt':
      return lane.adopt(moment);
    case 'line-up':
      return lane.lineUp(moment);
    case 'reserve':
      return lane.reserve(moment, action);
    case 'create-tickets':
      return lane.createTickets(moment, action);
    case 'turn':
      return lane.turn(moment, action);
    case 'mark':
      return lane.mark(moment, action);
    case 'leave':
      return lane.leave(moment, action);
    case 'block':
      return lane.block(moment);
    case 'doubt':
      return lane.doubt(moment);
    case 'decline':
      return lane.decline(moment);
    case 'overwrite':
      return lane.overwrite(moment, action);
    case 'read':
      return building.read(moment);
    case 'build':
      return building.build(moment, action);
    case 'rebuild':
      return rebuilding().then((it) => it.rebuild(moment));
    case 'send':
      return chain.send(moment, action);
    case 'look':
      return chain.look(moment, action);
    case 'look-for-transfer':
      return chain.lookForTransfer(moment);
    case 'count':
      return chain.count(moment);
  }
}
