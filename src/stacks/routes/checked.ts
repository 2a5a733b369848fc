import { GatewayError } from '../../core/errors.js';
import type { StacksFailure } from '../answer.js';

/** What a gateway tells instead of throwing, thrown after all: a server says it by its status. */
export function checked<T>(answer: T | StacksFailure): T {
  if (!isFailure(answer)) return answer;
  const { code, error, details, retryable, transaction } = answer;
  const failure = new GatewayError(code, error, { details, retryable });
  throw transaction ? failure.about(transaction) : failure;
}

export async function succeeded<T>(answer: Promise<T | StacksFailure>): Promise<T> {
  return checked(await answer);
}

function isFailure(answer: unknown): answer is StacksFailure {
  return (
    typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === false
  );
}
