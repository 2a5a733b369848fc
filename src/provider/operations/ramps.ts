import { named, type Unnamed } from '../operation.js';
import { orderedPageQuery } from '../schemas/queries.js';
import { ramp, rampRequest } from '../schemas/ramps.js';

export const RAMPS = /* @__PURE__ */ named({
  getRamps: {
    kind: 'read',
    path: '/accounts/{accountId}/ramps',
    query: orderedPageQuery,
    list: 'ramps',
    item: ramp,
    identifies: ['ramps'],
  },
  createRamp: {
    kind: 'keyed',
    path: '/accounts/{accountId}/ramps',
    body: rampRequest,
    answer: ramp,
    shows: 'id',
    identifies: ['ramps'],
  },
  getRampDetails: {
    kind: 'read',
    path: '/accounts/{accountId}/ramps/{id}',
    answer: ramp,
    identifies: ['ramps'],
  },
} as const satisfies Unnamed);
