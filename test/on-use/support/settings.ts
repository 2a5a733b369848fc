import type { ApprovalPolicy, Sandbox } from '../../../src/sandbox/index.js';
import { FAST } from '../../support/world.js';

/** How long calls wait: as long as a busy machine needs, or not for what may never come. */
export const PATIENT = {
  confirmTimeoutMs: 50_000,
  laneTimeoutMs: 50_000,
  signatureTimeoutMs: 50_000,
};
export const BRIEF = { confirmTimeoutMs: 500, laneTimeoutMs: 500, signatureTimeoutMs: 5_000 };

/** What says so in its note waits for a person. */
export const HELD: ApprovalPolicy = ({ note }) =>
  note?.includes('held') ? { decision: 'wait' } : 'approve';

export function custodyOf({ custody: { apiKey, apiSecret, url: basePath } }: Sandbox) {
  return { apiKey, apiSecret, basePath, polling: FAST, retry: { baseMs: 5, maxMs: 20 } };
}

/** A `fetch` before whose first request of a kind something else is done. */
export function between(
  isMeant: (body: unknown, url: string) => boolean,
  act: () => Promise<unknown>,
): typeof fetch {
  let isDone = false;
  return async (url, init) => {
    if (!isDone && isMeant(init?.body, String(url))) {
      isDone = true;
      await act();
    }
    return fetch(url, init);
  };
}
