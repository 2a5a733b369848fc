import * as z from 'zod/mini';
import { jsonOf } from '../../core/json.js';
import { StoreError } from '../../store/errors.js';
import type { LaneState } from './state.js';

const number = z.pipe(
  z.string().check(z.regex(/^\d{1,39}$/)),
  z.transform((text: string) => BigInt(text)),
);

const holder = z.strictObject({
  requestId: z.string(),
  idempotencyKey: z.optional(z.string()),
  custodyId: z.optional(z.string()),
  committedAt: z.optional(z.number()),
  expiresAt: z.optional(z.number()),
  numbers: z.optional(z.array(number)),
});

const lane = z.strictObject({
  met: z.boolean(),
  token: z.int(),
  held: z.array(
    z.strictObject({
      holder,
      committed: z.boolean(),
      isOver: z.boolean(),
      workers: z.array(z.strictObject({ process: z.string(), call: z.int(), token: z.int() })),
    }),
  ),
  spent: z.array(z.strictObject({ number, holder, at: z.number(), final: z.boolean() })),
  queue: z.array(z.string()),
});

/** A lane as text, for a store. */
export function formatLane(state: LaneState): string {
  return jsonOf(state);
}

/** @throws StoreError when the text is no lane: no process may take numbers from a lane that it can't read. */
export function parseLane(text: string): LaneState {
  try {
    return z.parse(lane, JSON.parse(text));
  } catch {
    throw new StoreError('it holds a lane that this version cannot read');
  }
}
