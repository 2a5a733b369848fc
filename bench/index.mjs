// Everything that is measured, briefly, in one table. Each row is a ratio within this run; `npm run bench:transfer` and
// the others take longer, and one part each. Nothing here is asserted.
//
//   npm run bench
import { laneRows } from './lanes.mjs';
import { providerClientRows } from './provider-client.mjs';
import { providerServerRows } from './provider-server.mjs';
import { requestRows } from './request-signing.mjs';
import { serverRows } from './server.mjs';
import { print } from './table.mjs';
import { transferRows } from './transfer.mjs';

print([
  ...(await transferRows({ warm: 3 })),
  ...(await laneRows({ rounds: 1, transfers: 50, waiting: [20, 1_000] })),
  ...(await requestRows({ rounds: 3, roundMs: 50 })),
  ...(await serverRows({ rounds: 3, seconds: 0.3 })),
  ...(await providerClientRows({ rounds: 3, roundMs: 100 })),
  ...(await providerServerRows({ rounds: 3 })),
]);
