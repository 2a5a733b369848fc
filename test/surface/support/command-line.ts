import { isDeepStrictEqual } from 'node:util';
import { parseFlags } from '../../../src/cli/flags.js';
import { partsOf } from '../../../src/cli/operate/chains.js';
import { flagsOf, type OperationFlag } from '../../../src/cli/operate/flags.js';
import { type ChainName, commandOf } from '../../../src/cli/operate/names.js';
import { askedBy } from '../../../src/cli/operate/request.js';
import { isObject } from '../../../src/core/json.js';
import type { GatewayRoute } from '../../../src/server/route.js';

/** The command that makes the request of an operation's example; the parts of its path as they are given. */
export function commandLine(
  chain: ChainName,
  route: GatewayRoute<never>,
  parts: ReadonlyMap<string, string>,
): string {
  const flags = flagsOf(chain, route);
  const example = route.kind === 'write' && isObject(route.example) ? route.example : {};
  const queries = Object.entries(route.query ?? {}).flatMap(([name, { required, example }]) =>
    required && example !== undefined ? [[name, example] as const] : [],
  );
  const wanted = { body: example, query: Object.fromEntries(queries) };
  const positionals = partsOf(route).map((part) => parts.get(part) ?? '');
  const args = [...positionals, ...argumentsFor(flags, wanted)];
  const types = Object.fromEntries(flags.map((flag) => [flag.name, flag.type]));
  const { body } = askedBy(route, flags, parseFlags(args, types));
  // A flag adds the unit that is meant without it.
  const made = Object.entries(body).filter(([name]) => name !== 'unit' || 'unit' in example);
  if (!isDeepStrictEqual(example, Object.fromEntries(made))) {
    throw new Error(`${chain} ${route.operation}: ${JSON.stringify([body, example])}`);
  }
  return ['custody-gateways', chain, commandOf(chain, route), ...args.map(quoted)].join(' ');
}

type Wanted = Readonly<Record<OperationFlag['place'], Readonly<Record<string, unknown>>>>;

/** Flags, each where what it sets is in the example, until everything is set. */
function argumentsFor(flags: readonly OperationFlag[], wanted: Wanted): string[] {
  const done = new Set<string>();
  const args: string[] = [];
  for (const flag of flags) {
    if (done.has(`${flag.place} ${flag.field}`)) continue;
    const value = valueAt(wanted[flag.place], flag.field.split('.'));
    if (value === undefined) continue;
    const texts = textsOf(value).find((some) => sets(flag, some, wanted));
    if (texts === undefined) continue;
    done.add(`${flag.place} ${flag.field}`);
    if (flag.type.type === 'boolean') args.push(`--${flag.name}`);
    else args.push(...texts.flatMap((text) => [`--${flag.name}`, text]));
  }
  return args;
}

function valueAt(from: unknown, [name, ...deeper]: readonly string[]): unknown {
  if (name === undefined) return from;
  return isObject(from) ? valueAt(from[name], deeper) : undefined;
}

/** How a value may be written for a flag. */
function textsOf(value: unknown): readonly (readonly string[])[] {
  const texts = [[typeof value === 'string' ? value : JSON.stringify(value)]];
  if (Array.isArray(value)) texts.push(value.map(String));
  if (isObject(value)) {
    const orders = ordersOf(Object.values(value)).map((order) => [order.join('/')]);
    texts.push(...orders, Object.keys(value));
  }
  return texts;
}

/** The parts of an amount, in any order. */
function ordersOf(values: readonly unknown[]): readonly (readonly unknown[])[] {
  if (values.length > 3) return [];
  if (values.length === 0) return [[]];
  return values.flatMap((first, at) =>
    ordersOf(values.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  );
}

/** Whether a flag sets just what is wanted; a unit beside it may be left out of the example. */
function sets(flag: OperationFlag, texts: readonly string[], wanted: Wanted): boolean {
  try {
    const settings = flag.settings(texts);
    return settings.every(({ path, value }) => {
      const there = valueAt(wanted[flag.place], path);
      return isDeepStrictEqual(there, value) || (there === undefined && IMPLIED.has(value));
    });
  } catch {
    return false;
  }
}

/** The units that an operation takes an amount in where the request names none. */
const IMPLIED: ReadonlySet<unknown> = new Set(['octas', 'base']);

function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
