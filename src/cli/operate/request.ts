import { InvalidInputError } from '../../core/errors.js';
import { parseInput } from '../../core/schema.js';
import { type GatewayRoute, methodOf } from '../../server/route.js';
import { type Parsed, refuseMore } from '../flags.js';
import { Mistakes } from '../mistakes.js';
import { partsOf } from './chains.js';
import type { OperationFlag, Setting } from './flags.js';
import { kebab } from './names.js';

/** What a command asks of a gateway, once its flags are read and its body is checked. */
export interface Asked {
  readonly method: 'GET' | 'POST';
  /** The path and the query. */
  readonly target: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The vault account; `undefined` where the operation has none. */
  readonly vaultAccountId: string | undefined;
}

/** @throws Mistakes naming the flag that is missing or wrong. */
export function askedBy(
  route: GatewayRoute<never>,
  flags: readonly OperationFlag[],
  parsed: Parsed,
): Asked {
  const given = flags.filter(({ name }) => parsed.has(name));
  const body: Record<string, unknown> = {};
  const query = new Map<string, string>();
  const setBy = new Map<string, string>();
  for (const flag of given) {
    for (const { path, value } of flag.settings(parsed.texts(flag.name))) {
      const field = path.join('.');
      const other = setBy.get(field);
      if (other !== undefined) {
        throw new Mistakes([`--${flag.name} doesn't go with --${other}: give one of them.`]);
      }
      setBy.set(field, flag.name);
      if (flag.place === 'query') query.set(field, String(value));
      else put(body, { path, value });
    }
  }
  const parts = partValues(route, parsed.positionals);
  check(route, flags, body, query);
  const path = route.path.replace(/:(\w+)/g, (_, part: string) =>
    encodeURIComponent(parts.get(part) ?? ''),
  );
  const search = String(new URLSearchParams([...query]));
  return {
    method: methodOf(route),
    target: search === '' ? path : `${path}?${search}`,
    body,
    vaultAccountId: parts.get('vaultAccountId') ?? parts.get('vaultId'),
  };
}

function put(body: Record<string, unknown>, { path, value }: Setting): void {
  const [name = '', ...deeper] = path;
  if (deeper.length === 0) {
    body[name] = value;
    return;
  }
  const inner = body[name];
  const fields: Record<string, unknown> = typeof inner === 'object' ? { ...inner } : {};
  put(fields, { path: deeper, value });
  body[name] = fields;
}

function partValues(
  route: GatewayRoute<never>,
  positionals: readonly string[],
): ReadonlyMap<string, string> {
  const parts = partsOf(route);
  refuseMore(positionals.slice(parts.length), 'everything else is given by flags');
  return new Map(
    parts.map((part, index) => {
      const value = positionals[index];
      if (value === undefined) throw new Mistakes([`${shown(part)} is missing: see --help.`]);
      // As part of a path, dots mean another path.
      if (/^\.{0,2}$/.test(value)) throw new Mistakes([`${shown(part)} must be an id.`]);
      return [part, value];
    }),
  );
}

/** A part of a path as `--help` writes it. */
export function shown(part: string): string {
  if (part === 'vaultAccountId' || part === 'vaultId') return 'VAULT';
  if (part === 'idempotencyKey') return 'KEY';
  return kebab(part).toUpperCase();
}

/** Before anything is asked of anyone: what is missing, and what the operation's own schema refuses. */
function check(
  route: GatewayRoute<never>,
  flags: readonly OperationFlag[],
  body: Readonly<Record<string, unknown>>,
  query: ReadonlyMap<string, string>,
): void {
  const needed = new Set(
    flags.flatMap(({ field, isRequired, place }) =>
      isRequired && place === 'query' && !query.has(field) ? [field] : [],
    ),
  );
  for (const field of needed) throw new Mistakes([`${flagsFor(field, flags)} is required.`]);
  if (route.kind !== 'write') return;
  try {
    parseInput(route.body, body, 'body');
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new Mistakes([`${flagsFor(error.field, flags)} ${error.reason}.`]);
  }
}

/** The flags of a field that an error names, such as `--amount-octas or --amount-coins`. */
export function flagsFor(field: string, flags: readonly OperationFlag[]): string {
  const plain = field.replace(/\[\d+\].*$/, '');
  const exact = flags.filter((flag) => flag.field === plain);
  const above = flags.filter((flag) => flag.field.startsWith(`${plain}.`));
  const below = flags.filter((flag) => plain.startsWith(`${flag.field}.`));
  const [found = []] = [exact, above, below].filter((each) => each.length > 0);
  return found.length === 0 ? plain : found.map(({ name }) => `--${name}`).join(' or ');
}
