import { InvalidInputError } from '../../core/errors.js';
import { HttpError } from '../../http/errors.js';
import { OutOfTime } from '../../http/in-time.js';
import { pauseHeader } from '../../http/responses.js';
import { statusOf } from '../../http/statuses.js';
import type { Answer } from './answer.js';
import { isRefusal, ProviderRefusal } from './refusal.js';

/**
 * The vocabulary of errors. `spec`, the default, is that of the documents: `schema-error` for every violation,
 * `query` for the query, and `invalid-query-parameters` naming `startingAfter` for two cursors. `validated` is
 * the one that the vendor's validation suite requires: `schema-property-error` for a violation by one property,
 * `querystring` for the query, and `schema-error` for two cursors.
 */
export type ErrorVocabulary = 'validated' | 'spec';

/** How errors are answered. */
export interface ErrorWords {
  readonly vocabulary: ErrorVocabulary;
  /** The `errorType` of a withdrawal that has to wait for a settlement. */
  readonly settlementRequired: string;
}

const HTTP_TYPES: Readonly<Record<string, string>> = {
  ROUTE_NOT_FOUND: 'not-found',
  UNAUTHORIZED: 'unauthorized',
  BODY_ALREADY_READ: 'internal-error',
};

/** The answer to a request that failed. Details of a failure of the server itself are not shown. */
export function errorAnswer(error: unknown, words: ErrorWords): Answer {
  if (isRefusal(error)) return refusalAnswer(error, words);
  if (error instanceof InvalidInputError) {
    const refusal = new ProviderRefusal('schema-error', {
      message: error.message,
      requestPart: 'body',
    });
    return refusalAnswer(refusal, words);
  }
  if (error instanceof HttpError) {
    const errorType = HTTP_TYPES[error.code] ?? 'bad-request';
    return answerOf(statusOf(error).status, { message: error.message, errorType });
  }
  if (error instanceof OutOfTime) {
    return answerOf(504, { message: error.message, errorType: 'internal-error' });
  }
  const message = 'The provider failed; its own log says why.';
  return answerOf(500, { message, errorType: 'internal-error' });
}

function refusalAnswer(refusal: ProviderRefusal, words: ErrorWords): Answer {
  const { message, status, retryAfterMs } = refusal;
  const said = words.vocabulary === 'spec' ? inSpecWords(refusal) : inValidatedWords(refusal);
  const settlement = said.errorType === 'settlement-required';
  const errorType = settlement ? words.settlementRequired : said.errorType;
  const headers = pauseHeader(retryAfterMs);
  return { ...answerOf(status, { message, ...said, errorType }), headers };
}

interface Said {
  readonly errorType: string;
  readonly propertyName?: string | undefined;
  readonly requestPart?: string | undefined;
}

function inValidatedWords({ errorType, propertyName, requestPart }: ProviderRefusal): Said {
  if (errorType === 'invalid-query-parameters') {
    return { errorType: 'schema-error', requestPart: 'querystring' };
  }
  return { errorType, propertyName, requestPart };
}

function inSpecWords({ errorType, propertyName, requestPart }: ProviderRefusal): Said {
  return {
    errorType: errorType === 'schema-property-error' ? 'schema-error' : errorType,
    propertyName,
    requestPart: requestPart === 'querystring' ? 'query' : requestPart,
  };
}

function answerOf(status: number, body: Said & { readonly message: string }): Answer {
  return { status, body: JSON.stringify(body), headers: {} };
}
