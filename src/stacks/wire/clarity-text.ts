import type { ClarityValue } from './clarity-value.js';

/** A value as it is written in Clarity: `u100`, `'SP...`, `(some 0x00)`. Members of tuples are sorted. */
export function clarityText(value: ClarityValue): string {
  switch (value.type) {
    case 'int':
      return `${value.value}`;
    case 'uint':
      return `u${value.value}`;
    case 'buffer':
      return `0x${value.value}`;
    case 'address':
    case 'contract':
      return `'${value.value}`;
    case 'ok':
    case 'err':
    case 'some':
      return `(${value.type} ${clarityText(value.value)})`;
    case 'list':
      return `(${['list', ...value.value.map(clarityText)].join(' ')})`;
    case 'tuple':
      return tupleText(value.value);
    case 'ascii':
      return JSON.stringify(value.value);
    case 'utf8':
      return `u${JSON.stringify(value.value)}`;
    default:
      return value.type;
  }
}

function tupleText(value: Readonly<Record<string, ClarityValue>>): string {
  const members = Object.entries(value).map(([name, member]) => `${name}: ${clarityText(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.sort().join(', ')} }`;
}
