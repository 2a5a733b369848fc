import { GatewayError } from '../../core/errors.js';
import type { HttpFailure } from '../../handlers.js';
import type { TransactionEvent } from '../../transactions/index.js';
import { LOG_LEVELS, type LogLevel } from '../../xrpl/env.js';
import type { AnsweredRequest } from './access-log.js';
import { jsonLine, type LogEntry } from './log-line.js';
import { readableLine } from './readable-line.js';

/** A server's log. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  readonly onEvent: (event: TransactionEvent) => void;
  readonly onError: (failure: HttpFailure) => void;
  readonly onAnswer: (answered: AnsweredRequest) => void;
}

type Write = (line: string) => void;

/** One JSON object a line, for other programs. */
export function logAt(least: LogLevel, write: Write = toOutput()): Log {
  return logOf(least, (entry) => write(jsonLine(entry)));
}

/** The same lines for a person at a terminal. */
export function readableLogAt(least: LogLevel, write: Write = toOutput()): Log {
  return logOf(least, (entry) => write(readableLine(entry)));
}

/** Goes on without a log where nobody reads it any more: a server has more to do than to be read. */
function toOutput(): Write {
  process.stdout.on('error', () => {});
  return (line) => void process.stdout.write(line);
}

/**
 * Bodies are left out: a log is kept longer than the data in it should be. Of a transaction there is its one line, as
 * the approvers see it; `SDK_LOG_LEVEL=warn` leaves that out as well.
 */
function logOf(least: LogLevel, write: (entry: LogEntry) => void): Log {
  const written = LOG_LEVELS.slice(LOG_LEVELS.indexOf(least));
  const log = (level: LogLevel, fields: object, message: string) => {
    if (written.includes(level)) write({ level, time: new Date(), fields, message });
  };
  return {
    info: (fields, message) => log('info', fields, message),
    warn: (fields, message) => log('warn', fields, message),
    // In a field of its own: its `requestId` is the custody platform's, not that of an HTTP request.
    onEvent: ({ type, at: _, ...transaction }) => log('info', { transaction }, type),
    onError: ({ error, ...request }) => {
      const known = error instanceof GatewayError ? error : undefined;
      const about = known
        ? { code: known.code, reason: known.message, transaction: known.transaction }
        : { code: 'INTERNAL', reason: reasonOf(error) };
      const isCallers = known !== undefined && isRefusal(known.code);
      log(isCallers ? 'info' : 'error', { ...request, ...about }, 'request failed');
    },
    onAnswer: (answered) => {
      const isUsual = isProbe(answered) || isPage(answered);
      log(isUsual ? 'debug' : 'info', answered, 'request answered');
    },
  };
}

/** The other fields of an unknown error might contain anything. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
}

const REFUSALS =
  /^(?:INVALID_INPUT|ROUTE_NOT_FOUND|MISSING_|UNAUTHORIZED|FORBIDDEN|CROSS_ORIGIN|BODY_|UNSUPPORTED_MEDIA)/;

function isRefusal(code: string): boolean {
  return REFUSALS.test(code);
}

/** Requested every few seconds by the orchestrator of the server. */
export const PROBES: readonly string[] = ['/healthz', '/readyz', '/api/metrics'];

function isProbe({ path, status }: AnsweredRequest): boolean {
  return PROBES.includes(path) && status === 200;
}

/** A page of the documents, with its style sheets and scripts: a browser asks for many at once. */
function isPage({ path, status }: AnsweredRequest): boolean {
  return /^\/(?:api-docs|type-docs)(?:[/.]|$)/.test(path) && status < 400;
}
