import { isObject } from '../../core/json.js';
import { LEVEL_NUMBERS } from './log-line.js';

const LEVELS = new Map<unknown, string>(
  Object.entries(LEVEL_NUMBERS).map(([name, number]) => [
    number,
    number > LEVEL_NUMBERS.info ? name.toUpperCase() : name,
  ]),
);

/** One line of a log for a person: the time of day, the message, and its fields. */
export function readableLine(line: string): string {
  const logged: unknown = JSON.parse(line);
  if (!isObject(logged)) return line;
  const { level, time, msg, ...fields } = logged;
  const clock = String(time).slice(11, 19);
  const message = [clock, (LEVELS.get(level) ?? String(level)).padEnd(5), String(msg)].join(' ');
  const shown = fieldsOf(fields);
  return shown === '' ? `${message}\n` : `${message}  ${shown}\n`;
}

function fieldsOf(fields: Readonly<Record<string, unknown>>, prefix = ''): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) =>
      isObject(value)
        ? fieldsOf(value, `${prefix}${name}.`)
        : `${prefix}${name}=${JSON.stringify(value).replace(/^"([^"\\\s]+)"$/, '$1')}`,
    )
    .join(' ');
}
