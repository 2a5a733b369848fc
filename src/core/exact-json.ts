import { InvalidInputError } from './errors.js';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const TOKEN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|[{}[\],:]/g;
/** The numbers that may not be held: not those of 15 digits without a fraction, which answers have many of. */
const LONG =
  /-?[1-9]\d{15,}(?:\.\d+)?(?:[eE][-+]?\d+)?|-?(?:0|[1-9]\d{0,14})(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]?\d+)/g;
/** More characters than JavaScript ever writes for a number. */
const MAX_EXACT = 40;
/** Deeper than any meaningful input, and not so deep that recursion runs out of stack. */
const MAX_DEPTH = 100;

/**
 * Reads JSON without losing a digit: a number that a JavaScript number can't hold comes as its text.
 *
 * @throws SyntaxError for text that is not JSON.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(withNumbers(text, LONG, (token) => (isHeld(token) ? token : `"${token}"`)));
}

/** Reads text known to be JSON, with every number as its text. */
export function parseJsonAsText(json: string): unknown {
  return JSON.parse(withNumbers(json, NUMBER, (token) => `"${token}"`));
}

/**
 * Refuses JSON that would be read differently from its text: a number that no float can hold, which would be rounded;
 * a field that is given twice, of which one would be dropped; and nesting that is too deep.
 *
 * @throws InvalidInputError naming the field.
 */
export function assertExactJson(json: string): void {
  const open: (Set<string> | undefined)[] = [];
  let field = 'body';
  let isName = false;
  for (const text of partsOf(json)) {
    const names = open.at(-1);
    if (text.startsWith('"')) {
      if (!isName || !names) continue;
      const name = String(JSON.parse(text));
      field = name.slice(0, 64) || 'body';
      if (names.has(name)) throw new InvalidInputError(field, 'must be given once');
      names.add(name);
      continue;
    }
    for (const [token] of text.matchAll(TOKEN)) {
      if (token === '{' || token === '[') {
        if (open.length === MAX_DEPTH) throw new InvalidInputError(field, 'is nested too deeply');
        open.push(token === '{' ? new Set() : undefined);
        isName = token === '{';
      } else if (token === '}' || token === ']') open.pop();
      else if (token === ',') isName = open.at(-1) !== undefined;
      else if (token === ':') isName = false;
      else if (!isHeld(token)) {
        const reason = 'must be a number that is exact, or better a decimal string';
        throw new InvalidInputError(field, reason);
      }
    }
  }
}

function withNumbers(json: string, numbers: RegExp, write: (token: string) => string): string {
  let written = '';
  for (const text of partsOf(json)) {
    written += text.startsWith('"') ? text : text.replace(numbers, write);
  }
  return written;
}

/** The strings of a JSON text, and what is between them. On a string of megabytes a pattern runs out of stack. */
function* partsOf(json: string): Generator<string> {
  let at = 0;
  for (;;) {
    const opening = json.indexOf('"', at);
    if (opening === -1) return yield json.slice(at);
    yield json.slice(at, opening);
    at = endOfString(json, opening);
    yield json.slice(opening, at);
  }
}

function endOfString(json: string, opening: number): number {
  for (let at = opening; ; ) {
    at = json.indexOf('"', at + 1);
    if (at === -1) return json.length;
    let backslashes = 0;
    while (json[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
}

/** Whether the JavaScript number equals the number that the JSON text states. */
export function isHeld(token: string): boolean {
  const number = Number(token);
  if (token.length > MAX_EXACT || !Number.isFinite(number)) return false;
  return significant(token) === significant(String(number));
}

/** A number's digits and their power of ten, which are the same however it is written. */
function significant(token: string): string {
  const [mantissa = '', power = '0'] = token.split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^(-?)0+/, '$1');
  const kept = digits.replace(/(?<!0)0+$/, '');
  if (kept === '' || kept === '-') return '0';
  return `${kept}e${Number(power) - fraction.length + digits.length - kept.length}`;
}
