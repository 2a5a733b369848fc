import { isObject } from '../../../core/json.js';
import type { LoopbackAnswer } from '../../loopback/peer.js';
import { badRequest, type RouteHandler } from './route.js';

/** What the node says of fees, in microSTX for each byte. */
export interface Fees {
  /** What `/v2/fees/transfer` answers. */
  transferRate: number;
  /** The low, middle and high estimate; none, or none of any transaction ever. */
  estimates: readonly [number, number, number] | 'none' | 'unsupported';
}

/** What surrounds a payload: version, authorization, anchor mode, post-conditions. */
const FRAME_BYTES = 115;
const SCALAR_PER_BYTE = 0.00476837158203125;

const NO_ESTIMATE: LoopbackAnswer = {
  status: 400,
  json: {
    error: 'Estimation could not be performed',
    reason: 'NoEstimateAvailable',
    reason_data: { message: 'No estimate available for the provided payload.' },
  },
};

/** Of a node without estimators: nothing but a sentence. */
const NO_ESTIMATOR: LoopbackAnswer = {
  status: 400,
  json: 'Fee estimation not supported on this node',
};

export const estimateTransaction: RouteHandler = ({ fees, request }) => {
  const body = isObject(request.json) ? request.json : {};
  const { transaction_payload: payload, estimated_len: length } = body;
  if (typeof payload !== 'string' || !/^(0x)?([0-9a-f]{2})+$/i.test(payload)) {
    throw badRequest('Failed to decode transaction payload');
  }
  if (fees.estimates === 'unsupported') return NO_ESTIMATOR;
  if (fees.estimates === 'none') return NO_ESTIMATE;
  const payloadBytes = payload.replace(/^0x/, '').length / 2;
  const told = typeof length === 'number' ? length : 0;
  const bytes = Math.max(told, payloadBytes + FRAME_BYTES);
  return {
    status: 200,
    json: {
      estimated_cost: {
        read_count: 0,
        read_length: 0,
        runtime: 0,
        write_count: 0,
        write_length: 0,
      },
      estimated_cost_scalar: Math.round(bytes * SCALAR_PER_BYTE),
      estimations: fees.estimates.map((rate) => ({ fee_rate: rate, fee: Math.ceil(rate * bytes) })),
      cost_scalar_change_by_byte: SCALAR_PER_BYTE,
    },
  };
};

export const transferRate: RouteHandler = ({ fees }) => ({ status: 200, json: fees.transferRate });
