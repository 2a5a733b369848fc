/** What a value of a query stands for: a query has text only, and two parameters that are no text. */
export function queryValue(name: string, value: string): unknown {
  if (name === 'limit' && /^-?\d{1,9}$/.test(value)) return Number(value);
  if (name === 'balances' && /^(?:true|false)$/.test(value)) return value === 'true';
  return value;
}
