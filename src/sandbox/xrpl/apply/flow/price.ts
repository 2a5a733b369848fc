import { type Amount, numberOf } from '../../values/amounts.js';
import { compare, quotient, type TokenValue } from '../../values/token-value.js';
import type { StepFlow } from './step.js';

/** What goes in for 1 that comes out, to 16 digits. */
export function priceOf({ in: input, out }: StepFlow): TokenValue {
  const [above, below] = [numberOf(input), numberOf(out)];
  return quotient(above.mantissa, above.exponent - below.exponent, below.mantissa, 'nearest');
}

/**
 * Whether a whole flow is no worse than a limit. Rounding up costs it one unit of what went in,
 * which must not make the difference.
 */
export function isAcceptable(flow: StepFlow, limit: TokenValue): boolean {
  return compare(priceOf({ in: lessOneUnit(flow.in), out: flow.out }), limit) <= 0;
}

function lessOneUnit(amount: Amount): Amount {
  if (amount.kind === 'xrp') return { ...amount, drops: amount.drops - 1n };
  const { mantissa, exponent } = amount.value;
  return { ...amount, value: { mantissa: mantissa - 1n, exponent } };
}
