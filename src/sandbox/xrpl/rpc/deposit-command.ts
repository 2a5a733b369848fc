import { isGood } from '../apply/credential-ids.js';
import { isPreauthorized } from '../apply/deposit-preauth.js';
import { ACCOUNT_FLAGS, has } from '../ledger/entries.js';
import type { Command } from './command.js';
import { invalidField, RpcError } from './errors.js';
import { chooseLedger } from './ledger-choice.js';
import type { Params } from './params.js';

/** Whether one account may pay another directly. */
export const depositAuthorized: Command = ({ node, params }) => {
  const source = params.account('source_account');
  const destination = params.account('destination_account');
  const credentials = credentialsIn(params);
  const { view, head } = chooseLedger(node, params);
  if (view.account(source) === undefined) throw new RpcError('srcActNotFound');
  const root = view.account(destination);
  if (root === undefined) throw new RpcError('dstActNotFound');
  if (!(credentials ?? []).every((id) => isGood(view, id, source))) {
    throw new RpcError('badCredentials');
  }
  const isOpen = source === destination || !has(root.Flags, ACCOUNT_FLAGS.depositAuth);
  return {
    ...(credentials === undefined ? {} : { credentials }),
    deposit_authorized: isOpen || isPreauthorized(view, destination, source, credentials ?? []),
    destination_account: destination,
    source_account: source,
    ...head,
  };
};

function credentialsIn(params: Params): readonly string[] | undefined {
  const given = params.all.credentials;
  if (given === undefined) return undefined;
  const ids: readonly unknown[] = Array.isArray(given) ? given : [];
  const hashes = ids.filter((id) => typeof id === 'string' && /^[0-9A-F]{64}$/i.test(id));
  if (ids.length === 0 || hashes.length < ids.length) throw invalidField('credentials');
  return hashes.map(String);
}
