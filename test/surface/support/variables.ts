import { servedAptos } from '../../../src/cli/serve/aptos.js';
import { custodySettings } from '../../../src/cli/serve/custody-settings.js';
import { Environment } from '../../../src/cli/serve/environment.js';
import { servedNetlinkProxy } from '../../../src/cli/serve/netlink-proxy.js';
import { servedProviderProxy } from '../../../src/cli/serve/provider-proxy.js';
import { servedRequestSigner } from '../../../src/cli/serve/request-signer.js';
import { serverSettings } from '../../../src/cli/serve/server-settings.js';
import { redisIn } from '../../../src/cli/serve/shared-lanes.js';
import { servedStacks } from '../../../src/cli/serve/stacks.js';
import { SERVE_USAGE } from '../../../src/cli/serve/usage.js';
import { servedXrpl } from '../../../src/cli/serve/xrpl.js';
import { code, table } from './markdown.js';

/** How a server reads a variable. */
interface Reading {
  /** All of its spellings. */
  readonly names: readonly string[];
  readonly preset?: string;
  /** The values that it may have. */
  readonly values?: readonly string[];
  readonly isRequired?: boolean;
}

/** Notes what is read, and how. */
class NotingEnvironment extends Environment {
  readonly readings: Reading[] = [];

  override get(name: string) {
    this.readings.push({ names: [name] });
    return super.get(name);
  }

  override oneOf(...names: readonly string[]) {
    this.readings.push({ names });
    return super.oneOf(...names);
  }

  override wholeNumber(name: string, fallback: number, most: number) {
    this.readings.push({ names: [name], preset: String(fallback), values: [`0 to ${most}`] });
    return super.wholeNumber(name, fallback, most);
  }

  override choice<const T extends string>(name: string, choices: readonly T[], fallback: T) {
    this.readings.push({ names: [name], preset: fallback, values: choices });
    return super.choice(name, choices, fallback);
  }

  override chosen<const T extends string>(
    name: string,
    choices: readonly [T, ...T[]],
    what: string,
  ) {
    this.readings.push({ names: [name], values: choices, isRequired: true });
    return super.chosen(name, choices, what);
  }
}

/** All settings of all servers. */
function settingsIn(environment: Environment): unknown {
  const gateways = [servedXrpl, servedAptos, servedStacks].map((gateway) => {
    const { description, nodes } = gateway.read(environment);
    return [description, nodes()];
  });
  for (const proxy of [servedProviderProxy, servedNetlinkProxy, servedRequestSigner]) {
    proxy.read(environment);
  }
  redisIn(environment);
  return [custodySettings(environment), serverSettings(environment), ...gateways];
}

/** Every reading of every variable. */
function readings(): readonly Reading[] {
  // A server that others reach reads one variable more.
  const environment = new NotingEnvironment({ HOST: '0.0.0.0' });
  settingsIn(environment);
  return environment.readings;
}

/** A chapter of the usage, with what it says of each of its variables. */
interface Chapter {
  readonly title: string;
  readonly variables: readonly { readonly name: string; readonly about: string }[];
}

function chapters(): readonly Chapter[] {
  return SERVE_USAGE.split('\n\n').flatMap((text) => {
    const [title = '', ...lines] = text.split('\n');
    const variables: { name: string; about: string }[] = [];
    for (const line of lines) {
      const [, name, about = ''] = /^ {2}([A-Z][A-Z0-9_]+) +(.*)$/.exec(line) ?? [];
      const last = variables.at(-1);
      if (name !== undefined) variables.push({ name, about });
      else if (last) last.about += ` ${line.trim()}`;
    }
    return variables.length === 0 ? [] : [{ title: title.replace(/:$/, ''), variables }];
  });
}

const NEEDED = /; required(?=$|[;,])/;

/** What the usage gives as the default: `EU (default)`, or `default 3000`. */
const STATED = /(\S+) \(default\)|\bdefault (\S+?)(?=[;:]|$)/;

function rowOf({ name, about }: Chapter['variables'][number], all: readonly Reading[]): string[] {
  const own = all.filter(({ names }) => names.includes(name));
  const [, one, other] = STATED.exec(about) ?? [];
  const stated = one ?? other;
  const preset = own.find((reading) => reading.preset !== undefined)?.preset;
  if (own.length === 0) throw new Error(`${name} is in the usage, and no server reads it.`);
  if (preset !== undefined && stated?.toLowerCase() !== preset.toLowerCase()) {
    throw new Error(`${name}: the usage says ${stated}, the server takes ${preset}.`);
  }
  if (stated !== undefined && !isTheSame(name, stated)) {
    throw new Error(`${name}=${stated} is not what a server takes without it.`);
  }
  const spellings = [...new Set([name, ...own.flatMap(({ names }) => names)])];
  const isRequired = own.some((reading) => reading.isRequired) || NEEDED.test(about);
  const values = [...new Set(own.flatMap((reading) => reading.values ?? []))];
  const said = [about.replace(NEEDED, '').replace(/^default \S+?(?:: |$)/, '')];
  // Where the words leave some out.
  if (!values.every((value) => about.toLowerCase().includes(value))) said.push(values.join(', '));
  return [
    spellings.map(code).join(', '),
    stated === undefined ? (isRequired ? 'required' : '') : code(stated),
    said.filter((text) => text !== '').join('; '),
  ];
}

function isTheSame(name: string, value: string): boolean {
  const settings = (variables: Readonly<Record<string, string>>) =>
    JSON.stringify(settingsIn(new Environment(variables)));
  return settings({}) === settings({ [name]: value });
}

/** What docs/configuration.md says of the variables of `custody-gateways serve`. */
export function variablesDocument(): string[] {
  const all = readings();
  const shown = chapters();
  const told = all.filter(({ names }) => names.some((name) => SERVE_USAGE.includes(` ${name} `)));
  const known = new Set(told.flatMap(({ names }) => names));
  const missing = all.flatMap(({ names }) => names.filter((name) => !known.has(name)));
  if (missing.length > 0) throw new Error(`The usage says nothing of ${missing.join(', ')}.`);
  return [
    '## Environment variables',
    '',
    '`custody-gateways serve`, and every command that asks a gateway, read these, and no others; `--env-file FILE` takes',
    'them from a file, those of the process before them. Several spellings of one variable have to agree. The library',
    'itself reads none, except what is given to `xrplOptionsFromEnv`.',
    ...shown.flatMap(({ title, variables }) => [
      '',
      `### ${title}`,
      '',
      ...table(
        ['variable', 'default', ''],
        variables.map((variable) => rowOf(variable, all)),
      ),
    ]),
  ];
}
