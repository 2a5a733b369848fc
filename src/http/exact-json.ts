import { InvalidInputError } from '../core/errors.js';

/** Strings, numbers and the punctuation around them, in text that is known to be JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],:]/g;

/** Deeper than any meaningful input, and not so deep that recursion runs out of stack. */
const MAX_DEPTH = 100;

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
  for (const [token] of json.matchAll(TOKEN)) {
    const names = open.at(-1);
    if (token === '{' || token === '[') {
      if (open.length === MAX_DEPTH) throw new InvalidInputError(field, 'is nested too deeply');
      open.push(token === '{' ? new Set() : undefined);
      isName = token === '{';
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ',') isName = names !== undefined;
    else if (token === ':') isName = false;
    else if (token.startsWith('"')) {
      if (!isName || !names) continue;
      const name = String(JSON.parse(token));
      field = name.slice(0, 64) || 'body';
      if (names.has(name)) throw new InvalidInputError(field, 'must be given once');
      names.add(name);
    } else if (digitsOf(token) !== digitsOf(String(Number(token)))) {
      throw new InvalidInputError(
        field,
        'must be a number that is exact, or better a decimal string',
      );
    }
  }
}

/** A number's digits and their place, however it is written: two numbers are equal if these are. */
function digitsOf(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = `${whole}${fraction}`;
  // One pattern, however many zeros there are: the body may come from any caller.
  const kept = /[1-9](?:.*[1-9])?/.exec(digits);
  if (!kept) return '0';
  const after = digits.length - kept.index - kept[0].length;
  const place = Number(exponent) - fraction.length + after;
  return `${mantissa.startsWith('-') ? '-' : ''}${kept[0]}e${place}`;
}
