import type { LogLevel } from './server-settings.js';

/** The numbers that pino gave these levels, which programs that read logs know. */
export const LEVEL_NUMBERS: Readonly<Record<LogLevel, number>> = {
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
};

/** One JSON object, and the end of the line. */
export function logLine(level: LogLevel, time: Date, fields: object, msg: string): string {
  const line = { level: LEVEL_NUMBERS[level], time: time.toISOString(), ...fields, msg };
  return `${JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? String(value) : value))}\n`;
}
