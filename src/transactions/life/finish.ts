import { emitterFor } from '../../core/events.js';
import { MAY_APPEAR_FOR_MS } from '../../signer/appearance.js';
import { signersRecordOf } from '../answer-time.js';
import type { Account } from '../chain.js';
import type { Finish, LaneHolder, LanePass } from '../lanes/lanes.js';
import { type ResolvedOptions, resolveOptions } from '../options.js';
import { type NoteRecord, readNote, ticketOf } from '../records/note.js';
import { numberKindOf, ownNoteOf } from '../records/records.js';
import { attemptIn, chunkOf, requestIdOf } from '../records/request-id.js';
import { beginning, contextOf, wantedOf } from './carry.js';
import { live } from './driver.js';
import { fold } from './fold.js';
import type { Job, Stage } from './job.js';
import { endingOf } from './key.js';
import { unknownFor } from './moves.js';
import { givingWay } from './yielding.js';

/** Finishes a request whose caller is gone, for a call that waits behind it. */
export async function finish(
  stage: Stage,
  account: Account,
  [holder, pass, { signal, timeoutMs }]: Parameters<Finish>,
): Promise<void> {
  const { chain } = stage;
  const record = await signersRecordOf(stage, holder.requestId, { signal });
  if (!record) return missing(holder, pass);
  const note = ownNoteOf(chain.id, account, record);
  if (!note && record.state === 'rejected') return pass.leave('given-back');
  const key = note ?? (readNote(record.note) ? undefined : keyOf(chain.id, account, holder));
  if (!key) throw unknownFor('its note does not match its id');
  const givesWay = givingWay(stage, account, { signal });
  const job: Job = {
    givesWay,
    account,
    inputs: undefined,
    fingerprint: undefined,
    idempotencyKey: key.idempotencyKey,
    options: optionsUntil(stage, timeoutMs, signal),
    mayExist: true,
    batch: note?.batch,
    tell: emitterFor(stage.onEvent),
  };
  // A transaction with a Ticket has no turn, before which the others are held back.
  const number = ticketOf(note);
  const { requestId } = holder;
  if (number !== undefined && (await givesWay({ requestId, pass, number }))) return;
  const { attempt } = key;
  const context = contextOf(stage, job);
  context.passes.set(attempt, pass);
  const wanted = wantedOf(stage, job, { purpose: 'finish' }, chunkOf(record.idempotencyKey));
  const lane = numberKindOf(record);
  const place = { kind: 'entered', attempt, lane, isHeld: true, isToSend: true } as const;
  const found = { kind: 'found', attempt, search: { said: 'record', record } } as const;
  const facts = fold(fold(beginning(stage, job, wanted), place), found);
  endingOf(await live(context, facts));
}

/** The key in the lane, where the note has none: it counts if the request's id follows from it. */
function keyOf(
  chainId: string,
  { address }: Account,
  { requestId, idempotencyKey }: LaneHolder,
): Pick<NoteRecord, 'idempotencyKey' | 'attempt'> | undefined {
  if (idempotencyKey === undefined) return undefined;
  const attempt = attemptIn(requestId);
  const id = requestIdOf(chainId, address, idempotencyKey, attempt, chunkOf(requestId));
  return id === requestId ? { idempotencyKey, attempt } : undefined;
}

/** One deadline for all of the work, with all its waits. */
function optionsUntil(
  { clock, defaults }: Stage,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): ResolvedOptions {
  const deadline = clock.monotonic() + timeoutMs;
  const leftMs = () => Math.max(0, deadline - clock.monotonic());
  return {
    ...resolveOptions({ signal }, defaults),
    get signatureTimeoutMs() {
      return leftMs();
    },
    get laneTimeoutMs() {
      return leftMs();
    },
    get confirmTimeoutMs() {
      return leftMs();
    },
  };
}

/**
 * A request that the custody platform has shown before still exists even if one answer lacks it; one that it never
 * showed may still be on its way, and is looked for again when its number belongs to another request.
 */
async function missing(holder: LaneHolder, pass: LanePass): Promise<void> {
  if (holder.custodyId !== undefined || pass.askedForMs < MAY_APPEAR_FOR_MS) {
    throw unknownFor('the custody platform does not show the request now');
  }
  await pass.leave('may-appear');
}
