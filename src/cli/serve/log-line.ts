import { jsonOf } from '../../core/json.js';
import type { LogLevel } from '../../xrpl/env.js';

/** One line of a log, before it is put into text. */
export interface LogEntry {
  readonly level: LogLevel;
  readonly time: Date;
  readonly fields: object;
  readonly message: string;
}

/** The numbers that pino gave these levels, which programs that read logs know. */
const LEVEL_NUMBERS: Readonly<Record<LogLevel, number>> = {
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
};

/** One JSON object, and the end of the line. */
export function jsonLine({ level, time, fields, message }: LogEntry): string {
  return `${jsonOf({ level: LEVEL_NUMBERS[level], time, ...fields, msg: message })}\n`;
}
