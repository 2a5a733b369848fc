import type { Clock } from '../../core/clock.js';
import { RateLimitedError, UnexpectedAnswerError } from '../../core/errors.js';
import { parseJsonAnswer, retryAfterMs } from '../../core/http.js';
import { isObject } from '../../core/json.js';
import type { Channel } from '../../core/nodes.js';
import { XrplNodeError, type XrplTransport } from './transport.js';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Asks one node in rippled's JSON-RPC. */
export function jsonRpc({ send, shown }: Channel, clock: Clock): XrplTransport['request'] {
  return async (method, params, options) => {
    const body = JSON.stringify({ method, params: [{ ...params, api_version: 2 }] });
    const answer = await send({ ...options, method: 'POST', path: '', headers: JSON_TYPE, body });
    if (answer.status === 503) {
      throw new RateLimitedError('xrpl', retryAfterMs(answer.headers, clock.now()));
    }
    const said = parseJsonAnswer('xrpl', answer);
    if (answer.status >= 500) {
      throw new UnexpectedAnswerError('xrpl', `HTTP ${answer.status}`, { retryable: true });
    }
    return resultIn(said, shown);
  };
}

/** @throws XrplNodeError */
function resultIn(said: unknown, shown: Channel['shown']): Readonly<Record<string, unknown>> {
  const result = isObject(said) ? said.result : undefined;
  if (!isObject(result)) throw new UnexpectedAnswerError('xrpl', 'it has no result');
  if (typeof result.error === 'string') {
    const message = result.error_message ?? result.error_exception;
    const words = typeof message === 'string' ? shown(message) : undefined;
    throw new XrplNodeError(shown(result.error), words);
  }
  // What a node says about a transaction is shown as well.
  const { engine_result: code = '', engine_result_message: words = '' } = result;
  if (typeof code !== 'string' || typeof words !== 'string' || !code) return result;
  return {
    ...result,
    engine_result: shown(code),
    ...(words && { engine_result_message: shown(words) }),
  };
}
