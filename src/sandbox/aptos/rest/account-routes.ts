import { type Address, parseAddress, shown } from '../address.js';
import { accountAt } from '../chain/node.js';
import { coinBalance } from '../move/coins.js';
import { primaryBalance } from '../move/fungible-assets.js';
import { abiOf } from '../move/module.js';
import type { State } from '../state/world.js';
import { isName, parseType, typeText } from '../types/move-type.js';
import { accountNotFound, badRequest, notFound, prunedList } from './answer-error.js';
import { addressPart, pageOf, type RestHandler, type RestRequest } from './request.js';
import { resourcesAt } from './resources.js';
import { committedJson } from './transaction-json.js';

export const getAccount: RestHandler = (request) => {
  const address = addressPart(request);
  const account = accountAt(request.node, request.version, address);
  if (account === undefined) throw accountNotFound(address, request.version);
  return {
    status: 200,
    json: {
      sequence_number: `${account.sequenceNumber}`,
      authentication_key: account.authenticationKey,
    },
  };
};

export const listResources: RestHandler = (request) => {
  const address = addressPart(request);
  const resources = resourcesAt(request.state, address);
  if (resources.length === 0 && !request.node.statelessAccounts) {
    throw accountNotFound(address, request.version);
  }
  return { status: 200, json: resources };
};

export const getResource: RestHandler = (request) => {
  const address = addressPart(request);
  const type = parseType(decodeURIComponent(request.parts[1] ?? ''));
  if (type?.kind !== 'struct') {
    throw badRequest('failed to parse path `resource_type`: Failed to parse struct tag');
  }
  const name = typeText(type);
  const found = resourcesAt(request.state, address).find((each) => each.type === name);
  if (found !== undefined) return { status: 200, json: found };
  const where = `Address(${shown(address)}), Struct tag(${name}) and Ledger version(${request.version})`;
  throw notFound('resource_not_found', 'Resource', where);
};

/** The code itself is not there: only the magic number that it would begin with. */
const BYTECODE = '0xa11ceb0b';

export const getModule: RestHandler = (request) => {
  const address = addressPart(request);
  const name = request.parts[1] ?? '';
  if (!isName(name)) throw badRequest('failed to parse path `module_name`: invalid identifier');
  const found = request.node.framework.module(address, name);
  if (found !== undefined) return { status: 200, json: { bytecode: BYTECODE, abi: abiOf(found) } };
  const where = `Address(${shown(address)}), Module name(${name}) and Ledger version(${request.version})`;
  throw notFound('module_not_found', 'Module', where);
};

/** A coin's balance counts both of its forms, as the node counts them. A bare number, larger than JSON's. */
export const getBalance: RestHandler = (request) => {
  const owner = addressPart(request);
  const asset = decodeURIComponent(request.parts[1] ?? '');
  const balance = balanceOf(request.state, owner, asset);
  if (balance === undefined) {
    throw badRequest('failed to parse path `asset_type`: Invalid asset type');
  }
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status: 200, text: `${balance}`, headers };
};

/** What an account has of a coin, by its type, or of a fungible asset, by its address. */
export function balanceOf(state: State, owner: Address, asset: string): bigint | undefined {
  const metadata = parseAddress(asset);
  if (metadata !== undefined) return primaryBalance(state, owner, metadata);
  const type = parseType(asset);
  if (type?.kind !== 'struct') return undefined;
  return coinBalance(state, owner, typeText(type));
}

/** What an account has sent by sequence number; orderless transactions are not among them. */
export const listAccountTransactions: RestHandler = (request: RestRequest) => {
  const address = addressPart(request);
  const { start, limit } = pageOf(request.query);
  if (accountAt(request.node, request.version, address) === undefined) {
    throw accountNotFound(address, request.version);
  }
  const sent = request.node.ledger
    .everSentBy(address)
    .filter(({ tx, version }) => tx.payload.nonce === undefined && version <= request.version);
  const page =
    start === undefined
      ? sent.slice(-limit)
      : sent.filter(({ tx }) => tx.sequenceNumber >= BigInt(start)).slice(0, limit);
  const [first] = page;
  if (first && first.version < request.node.ledger.oldest.firstVersion) {
    throw prunedList(request.node, first.version);
  }
  return { status: 200, json: page.map((each) => committedJson(request.node, each)) };
};
