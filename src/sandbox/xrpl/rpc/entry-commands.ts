import { isObject } from '../../../core/json.js';
import {
  accountKey,
  credentialKey,
  depositPreauthKey,
  lineKey,
  mptIssuanceKey,
  mptokenKey,
  offerKey,
  signerListKey,
  ticketKey,
} from '../ledger/keys.js';
import type { Command } from './command.js';
import { invalidField, RpcError } from './errors.js';
import { chooseLedger } from './ledger-choice.js';
import { entryJson } from './owned-commands.js';
import type { Params } from './params.js';

/** A way of naming an entry: a parameter, and how its value leads to the entry's key. */
type Naming = readonly [name: string, keyOf: (value: Record<string, unknown>) => string];

const NAMINGS: readonly Naming[] = [
  ['offer', (value) => offerKey(text(value, 'account'), number(value, 'seq'))],
  [
    'ticket',
    (value) =>
      ticketKey(text(value, 'account', 'owner'), number(value, 'ticket_seq', 'ticket_sequence')),
  ],
  ['ripple_state', rippleStateKey],
  [
    'credential',
    (value) =>
      credentialKey(
        text(value, 'subject'),
        text(value, 'issuer'),
        text(value, 'credential_type', 'credentialType'),
      ),
  ],
  ['mptoken', (value) => mptokenKey(text(value, 'mpt_issuance_id'), text(value, 'account'))],
  [
    'deposit_preauth',
    (value) => depositPreauthKey(text(value, 'owner'), text(value, 'authorized')),
  ],
];

export const ledgerEntry: Command = ({ node, params }) => {
  const { view, head } = chooseLedger(node, params);
  const key = keyOf(params);
  const found = entryJson(view, key);
  if (found === undefined) {
    throw new RpcError('entryNotFound', undefined, { index: key, ...head });
  }
  if (params.flag('binary')) {
    throw new RpcError('notImpl', 'The sandbox shows ledger entries as JSON only.');
  }
  return { index: key, ...head, node: found };
};

function keyOf(params: Params): string {
  const index = params.text('index');
  if (index !== undefined) return hashIn(index, 'index');
  if (params.has('account_root')) return accountKey(params.account('account_root'));
  if (params.has('mpt_issuance')) {
    const id = params.text('mpt_issuance') ?? '';
    if (!/^[0-9A-Fa-f]{48}$/.test(id)) throw invalidField('mpt_issuance');
    return mptIssuanceKey(id);
  }
  if (params.has('signer_list')) return signerListKey(params.account('signer_list'));
  for (const [name, derive] of NAMINGS) {
    const value = params.all[name];
    if (typeof value === 'string') return hashIn(value, name);
    if (isObject(value)) return derived(derive, value, name);
  }
  throw new RpcError('unknownOption', 'No ledger_entry params provided.');
}

function hashIn(value: string, name: string): string {
  if (!/^[0-9A-Fa-f]{64}$/.test(value)) throw invalidField(name);
  return value.toUpperCase();
}

function derived(derive: Naming[1], value: Record<string, unknown>, name: string): string {
  try {
    return derive(value);
  } catch {
    throw new RpcError('malformedRequest', `Malformed ${name}.`);
  }
}

function rippleStateKey(value: Record<string, unknown>): string {
  const accounts = value.accounts;
  const [a, b]: unknown[] = Array.isArray(accounts) ? accounts : [];
  return lineKey(String(a), String(b), text(value, 'currency'));
}

function text(value: Record<string, unknown>, ...names: readonly string[]): string {
  const found = names.map((name) => value[name]).find((entry) => typeof entry === 'string');
  if (typeof found !== 'string') throw new TypeError(`no ${names[0]}`);
  return found;
}

function number(value: Record<string, unknown>, ...names: readonly string[]): number {
  const found = names.map((name) => value[name]).find((entry) => typeof entry === 'number');
  if (typeof found !== 'number') throw new TypeError(`no ${names[0]}`);
  return found;
}
