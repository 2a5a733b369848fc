import { systemClock } from '../../core/clock.js';
import { memoryStoreOn } from '../../store/memory-store.js';
import { type LaneCell, MemoryCell } from './cell.js';
import { Lane, type LaneSettings } from './lane.js';
import type { Lanes } from './lanes.js';
import { LaneMarks } from './marks.js';
import { isSpentForGood } from './spent.js';

/** Defaults: a width of 1, 1,000 waiting calls, numbers in order, the machine's clock. */
export type LanesOptions = { readonly [K in keyof LaneSettings]?: LaneSettings[K] | undefined };

/** Lanes in this process's memory. The width decides the mode: `serial` is a width of 1. */
export function memoryLanes(options: LanesOptions = {}): Lanes {
  const { clock = systemClock } = options;
  const store = memoryStoreOn(clock);
  return lanesOver((account) => new MemoryCell(clock, new LaneMarks(store, account)), options);
}

/** Lanes that are stored in cells, one for each account. */
export function lanesOver(cellOf: (account: string) => LaneCell, options: LanesOptions): Lanes {
  const { width = 1, maxWaiting = 1_000, inOrder = true, clock = systemClock } = options;
  const settings = { width, maxWaiting, inOrder, clock };
  const lanes = new Map<string, Lane>();
  const laneOf = (account: string): Lane => {
    const lane = lanes.get(account) ?? new Lane(cellOf(account), settings);
    lanes.set(account, lane);
    return lane;
  };
  return {
    tryEnter: (request) => laneOf(request.account).tryEnter(request),
    enter: (request) => laneOf(request.account).enter(request),
    settle: async (account, number, outcome) => lanes.get(account)?.settle(number, outcome),
    isSpent: async (account, number) => {
      const lane = lanes.get(account);
      return lane !== undefined && isSpentForGood(lane.cell.known, number, lane.spending);
    },
  };
}
