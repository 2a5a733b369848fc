import { isObject } from '../../core/json.js';
import { errorOf, type StacksFailure } from '../answer.js';

/** Throws the failure that a gateway returned instead of throwing: a server answers it with an HTTP status. */
export async function succeeded<T>(call: Promise<T | StacksFailure>): Promise<T> {
  const answer = await call;
  if (isFailure(answer)) throw errorOf(answer);
  return answer;
}

function isFailure(answer: unknown): answer is StacksFailure {
  return isObject(answer) && answer.success === false;
}
