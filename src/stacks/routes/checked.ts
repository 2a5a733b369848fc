import { isObject } from '../../core/json.js';
import { errorOf, type StacksFailure } from '../answer.js';

/** Throws the failure that a gateway returned instead of throwing: a server answers it with an HTTP status. */
export function checked<T>(answer: T | StacksFailure): T {
  if (isFailure(answer)) throw errorOf(answer);
  return answer;
}

export async function succeeded<T>(answer: Promise<T | StacksFailure>): Promise<T> {
  return checked(await answer);
}

function isFailure(answer: unknown): answer is StacksFailure {
  return isObject(answer) && answer.success === false;
}
