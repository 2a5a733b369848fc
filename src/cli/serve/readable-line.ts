import { isObject, jsonOf } from '../../core/json.js';
import type { LogEntry } from './log-line.js';

/** One line of a log for a person: the time of day, the message, and its fields. */
export function readableLine({ level, time, fields, message }: LogEntry): string {
  const clock = time.toISOString().slice(11, 19);
  const name = level === 'debug' || level === 'info' ? level : level.toUpperCase();
  const line = [clock, name.padEnd(5), message].join(' ');
  const shown = fieldsOf(fields);
  return shown === '' ? `${line}\n` : `${line}  ${shown}\n`;
}

function fieldsOf(fields: object, prefix = ''): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) =>
      isObject(value)
        ? fieldsOf(value, `${prefix}${name}.`)
        : `${prefix}${name}=${jsonOf(value).replace(/^"([^"\\\s]+)"$/, '$1')}`,
    )
    .join(' ');
}
