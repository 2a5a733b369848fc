import { parseAmount } from '../../core/amount.js';
import { Mistakes } from '../mistakes.js';
import type { FieldKind } from './fields.js';
import type { OperationFlag, Setting } from './flags.js';
import { amountIn } from './texts.js';
import { DROPS, type Unit, WHOLE_XRP } from './units.js';

type About = Pick<OperationFlag, 'name' | 'place' | 'field' | 'isRequired' | 'description'>;

/** The flags of an amount, one for each of its units; none for a field that is no amount. */
export function amountFlags(
  about: About,
  path: readonly string[],
  value: FieldKind,
  units: readonly Unit[],
): readonly OperationFlag[] {
  if (value.kind !== 'ledger-amount') {
    return units.map((unit) => unitFlag(about, unit, (text) => [{ path, value: text }]));
  }
  return value.forms.flatMap((form) => formFlags(about, path, form));
}

/** XRP may be given in whole or in drops; tokens with all that names them. */
function formFlags(
  about: About,
  path: readonly string[],
  form: 'drops' | 'token' | 'mpt',
): readonly OperationFlag[] {
  switch (form) {
    case 'drops':
      return [
        unitFlag(about, WHOLE_XRP, (text) => [{ path, value: dropsOf(text) }]),
        unitFlag(about, DROPS, (text) => [{ path, value: text }]),
      ];
    case 'token':
      return [partsFlag(about, path, 'token', ['value', 'currency', 'issuer'])];
    case 'mpt':
      return [partsFlag(about, path, 'mpt', ['value', 'mptIssuanceId'])];
  }
}

function dropsOf(text: string): string {
  return parseAmount(text, 6, 'amount').toString();
}

/** `--amount-xrp 25`: the unit ends the name, so that no amount can be read in another. */
function unitFlag(
  about: About,
  { suffix, decimals, beside = {} }: Unit,
  settings: (text: string) => readonly Setting[],
): OperationFlag {
  const name = about.name.endsWith(`-${suffix}`) ? about.name : `${about.name}-${suffix}`;
  return {
    ...about,
    name,
    type: { type: 'string' },
    takes: 'AMOUNT',
    settings: ([text = '']) => [
      ...settings(amountIn(text, name, decimals)),
      ...Object.entries(beside).map(([field, value]) => ({ path: [field], value })),
    ],
  };
}

/** `--amount-token 5/USD/r...`: all parts of a token's amount. */
function partsFlag(
  about: About,
  path: readonly string[],
  suffix: string,
  parts: readonly string[],
): OperationFlag {
  const name = `${about.name}-${suffix}`;
  const form = parts.map((part) => (part === 'mptIssuanceId' ? 'ISSUANCE' : part.toUpperCase()));
  return {
    ...about,
    name,
    type: { type: 'string' },
    takes: form.join('/'),
    settings: ([text = '']) => {
      const given = text.split('/');
      if (given.length !== parts.length || given.some((part) => part === '')) {
        throw new Mistakes([`--${name} must be ${form.join('/')}.`]);
      }
      const fields = parts.map((part, index) => [part, given[index] ?? ''] as const);
      amountIn(given[0] ?? '', name, undefined);
      return [{ path, value: Object.fromEntries(fields) }];
    },
  };
}
