import { GatewayError } from '../../core/errors.js';
import type { FireblocksRestClient } from '../../fireblocks/index.js';
import { type Check, failed, ok, unknown } from './check.js';
import { WORKSPACE } from './guides.js';

const TIMEOUT_MS = 10_000;
/** A token is valid for 25 seconds and may be for less than 30: a clock that is this fast makes none that is accepted. */
const MAX_SKEW_MS = 4_000;

/** Whether Fireblocks answers this user, by a read that creates nothing, and whether the clocks agree. */
export async function checkCustody(client: FireblocksRestClient): Promise<readonly Check[]> {
  const error = await client.listTransactions({ limit: 1 }, { timeoutMs: TIMEOUT_MS }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return [credentials(error), clock(error, client.time())];
}

function credentials(error: unknown): Check {
  const name = 'credentials';
  if (error === undefined) return ok(name, 'Fireblocks accepts them');
  if (!(error instanceof GatewayError)) throw error;
  switch (error.code) {
    case 'CUSTODY_PERMISSION':
      return ok(name, 'Fireblocks accepts them; this user may not list transactions');
    case 'CUSTODY_CLOCK_SKEW':
      return unknown(
        name,
        'Fireblocks refuses the clock first',
        'set the clock, then run this again',
      );
    case 'CUSTODY_AUTHENTICATION':
      return failed(
        name,
        error.message,
        `CUSTODY_API_KEY, the key file and CUSTODY_BASE_PATH must be of one API user: ${WORKSPACE}`,
      );
    case 'UNREACHABLE':
      return failed(
        name,
        error.message,
        'check CUSTODY_BASE_PATH, and whether a firewall or a proxy stands in between',
      );
    default:
      return unknown(name, error.message, 'wait a minute, then run this again');
  }
}

/** @param time - Fireblocks' clock, as the `Date` of its answer shows it to a second */
function clock(error: unknown, time: number | undefined): Check {
  const name = 'clock';
  const skewMs = time === undefined ? undefined : Date.now() - time;
  const isRefused = error instanceof GatewayError && error.code === 'CUSTODY_CLOCK_SKEW';
  const next = 'synchronise this machine’s clock (NTP)';
  if (skewMs !== undefined && (isRefused || Math.abs(skewMs) > MAX_SKEW_MS)) {
    const direction = skewMs > 0 ? 'ahead of' : 'behind';
    const seconds = Math.round(Math.abs(skewMs) / 1_000);
    return failed(name, `it is ${seconds} s ${direction} Fireblocks’ clock`, next);
  }
  if (isRefused) return failed(name, 'Fireblocks refuses a token with its time', next);
  if (skewMs !== undefined) return ok(name, 'it agrees with Fireblocks’ clock');
  return unknown(name, 'no answer of Fireblocks stated a time', 'run this again once it answers');
}
