import type { FiatPaymentInstruction, OnRampSource } from '../../provider/schemas/ramp-sides.js';
import type { Derive } from '../seed.js';
import { digits, iban } from './bank-numbers.js';
import { refusal } from './refusals.js';

const accountHolder = { name: 'Sandbox Exchange' };
const email = 'ramps@exchange.example';

/** How to pay for an on-ramp: to an account of the exchange's own, with the ramp's id as reference. */
export function paymentInstruction(
  source: OnRampSource,
  referenceId: string,
  derive: Derive,
): FiatPaymentInstruction {
  const number = (count: number) => digits(derive, `provider ${source.transferMethod}`, count);
  switch (source.transferMethod) {
    case 'Ach': {
      const numbers = { bankAccountNumber: number(10), routingNumber: number(9) };
      return { ...source, ...numbers, accountHolder, accountType: 'Checking', referenceId };
    }
    case 'Wire': {
      const numbers = { bankAccountNumber: number(10), routingNumber: number(9) };
      return { ...source, ...numbers, accountHolder, referenceId };
    }
    case 'Iban':
    case 'EuropeanSEPA': {
      const account = iban(derive, `provider ${source.transferMethod}`);
      return { ...source, iban: account, accountHolder, referenceId };
    }
    case 'Chaps': {
      const numbers = { accountNumber: number(8), sortCode: number(6) };
      const holder = { bankAccountCountry: 'GB', bankAccountHolderName: accountHolder.name };
      return { ...source, ...numbers, ...holder, accountHolder, referenceId };
    }
    case 'FpsUk':
      return {
        ...source,
        accountNumber: number(8),
        sortCode: number(6),
        accountHolder,
        referenceId,
      };
    case 'Pix':
      return { ...source, pixKey: email, keyType: 'email', accountHolder, referenceId };
    case 'Spei':
      return { ...source, bankAccountNumber: number(18), accountHolder, referenceId };
    case 'Interac': {
      const recipientHandle = { type: 'email', value: email };
      return { ...source, recipientHandle, autoDeposit: true, accountHolder, referenceId };
    }
    case 'PayId': {
      const account = { type: 'email', value: email, accountNumber: number(9) };
      return { ...source, ...account, accountHolder, referenceId };
    }
    case 'Momo':
      return { ...source, accountHolder, referenceId };
    case 'Lbt': {
      const bank = { bankName: 'Sandbox Bank', bankCode: number(3), accountNumber: number(10) };
      return { ...source, ...bank, accountHolder, referenceId };
    }
    default:
      throw refusal('unsupported-ramp-method', 'Ramps are not paid that way here.', '/from');
  }
}
