import { aptosApi } from '../../../src/aptos/routes/index.js';
import { partsOf } from '../../../src/cli/operate/chains.js';
import type { ChainName } from '../../../src/cli/operate/names.js';
import { requestRoutes } from '../../../src/server/requests.js';
import {
  type GatewayApi,
  type GatewayRoute,
  methodOf,
  type TransactionGateway,
} from '../../../src/server/route.js';
import { stacksApi } from '../../../src/stacks/routes/index.js';
import { xrplApi } from '../../../src/xrpl/routes/index.js';
import { commandLine } from './command-line.js';
import { type Method, Types } from './types.js';

const CHAINS: readonly ChainName[] = ['xrpl', 'aptos', 'stacks'];

const NAMES: Readonly<Record<ChainName, string>> = {
  xrpl: 'XrplGateway',
  aptos: 'AptosGateway',
  stacks: 'StacksGateway',
};

function routesOf(chain: ChainName): readonly GatewayRoute<never>[] {
  switch (chain) {
    case 'xrpl':
      return allOf(xrplApi());
    case 'aptos':
      return allOf(aptosApi());
    case 'stacks':
      return allOf(stacksApi());
  }
}

function allOf<Gateway extends TransactionGateway>(api: GatewayApi<Gateway>) {
  return [...requestRoutes<Gateway>(api), ...api.routes];
}

/** What docs/operations has, by the name of the file. */
export function operationDocuments(root: string): Readonly<Record<string, string>> {
  const types = new Types(
    root,
    CHAINS.map((chain) => `src/${chain}/gateway.ts`),
  );
  return Object.fromEntries(
    CHAINS.map((chain) => {
      const methods = types.methods(`src/${chain}/gateway.ts`, NAMES[chain]);
      return [`${chain}.md`, documentOf(chain, methods, routesOf(chain))];
    }),
  );
}

function documentOf(
  chain: ChainName,
  methods: readonly Method[],
  routes: readonly GatewayRoute<never>[],
): string {
  const routeOf = ({ name }: Method) => routes.find((route) => methodNameOf(route) === name);
  const named = new Set(methods.map(({ name }) => name));
  const lost = routes.filter((route) => !named.has(methodNameOf(route)));
  if (lost.length > 0) throw new Error(`no method is ${lost.map(methodNameOf).join(', ')}`);
  const tags = [...new Set(routes.map(({ tag }) => tag))];
  const ofTag = (tag: string | undefined) => methods.filter((own) => routeOf(own)?.tag === tag);
  const chapters = [...tags, undefined].map((tag) => [
    '',
    `## ${tag ?? 'In the library alone'}`,
    ...ofTag(tag).flatMap((method) => operationOf(chain, method, routeOf(method))),
  ]);
  return [
    `# Operations of \`${NAMES[chain]}\``,
    '',
    'Made by `npm run docs:operations` from the gateway and its table of routes. Each operation as a call of the library, as',
    `a request to \`custody-gateways serve ${chain}\`, and as a command. The examples in TypeScript are those of the`,
    'reference, which says what each throws, with a `gateway` and addresses on a sandbox, as in',
    '[each gateway in an example](../guides/gateways.md). Requests and commands are for a sandbox, too (`--sandbox`); `KEY`',
    'is an idempotency key of yours, `HASH` a transaction.',
    ...chapters.flat(),
    '',
  ].join('\n');
}

function operationOf(chain: ChainName, method: Method, route: GatewayRoute<never> | undefined) {
  const [example] = method.examples;
  return [
    '',
    `### ${method.name}`,
    '',
    method.summary,
    ...(example === undefined ? [] : ['', example]),
    ...(route === undefined ? [] : ['', ...requestOf(chain, route)]),
  ];
}

/** The method that answers a route. */
function methodNameOf({ operation, path }: GatewayRoute<never>): string {
  if (operation === 'info') return 'getAccount';
  const isShort = ['address', 'publicKey', 'balances', 'trustLines', 'offers'].includes(operation);
  if (!isShort || !path.startsWith('/api/account')) return operation;
  return `get${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
}

function requestOf(chain: ChainName, route: GatewayRoute<never>): string[] {
  const partOf = (part: string) =>
    part.startsWith('vault')
      ? (route.exampleVault ?? '0')
      : part === 'idempotencyKey'
        ? 'KEY'
        : 'HASH';
  const parts = new Map(partsOf(route).map((part) => [part, partOf(part)]));
  const path = route.path.replace(/:(\w+)/g, (_, part: string) => parts.get(part) ?? '');
  const query = Object.entries(route.query ?? {}).flatMap(([name, { required, example }]) =>
    required && example !== undefined ? [[name, example] as const] : [],
  );
  const search = query.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(query))}`;
  const post = methodOf(route) === 'POST' && route.kind !== 'write' ? ' --request POST' : '';
  const body =
    route.kind === 'write'
      ? [
          " \\\n  --header 'content-type: application/json' --header 'idempotency-key: KEY' \\\n",
          `  --data '${JSON.stringify(route.example)}'`,
        ].join('')
      : '';
  const url = `http://localhost:3000${path}${search}`;
  return [
    '```sh',
    `curl${post} ${search === '' ? url : `'${url}'`}${body}`,
    commandLine(chain, route, parts),
    '```',
  ];
}
