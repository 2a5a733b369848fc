import type { Operation } from '../operation.js';
import { orderedPageQuery } from '../schemas/queries.js';
import { ramp, rampRequest } from '../schemas/ramps.js';

export const RAMPS = {
  getRamps: {
    name: 'getRamps',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}/ramps',
    query: orderedPageQuery,
    list: 'ramps',
    item: ramp,
    identifies: ['ramps'],
  },
  createRamp: {
    name: 'createRamp',
    kind: 'keyed',
    method: 'POST',
    path: '/accounts/{accountId}/ramps',
    body: rampRequest,
    answer: ramp,
    shows: 'id',
    identifies: ['ramps'],
  },
  getRampDetails: {
    name: 'getRampDetails',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}/ramps/{id}',
    answer: ramp,
    identifies: ['ramps'],
  },
} as const satisfies Record<string, Operation>;
