/** The value that a query's text stands for: a query holds only text, but two parameters are not text. */
export function queryValue(name: string, value: string): unknown {
  if (name === 'limit' && /^-?\d{1,9}$/.test(value)) return Number(value);
  if (name === 'balances' && /^(?:true|false)$/.test(value)) return value === 'true';
  return value;
}
