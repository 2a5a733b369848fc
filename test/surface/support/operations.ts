import { commandsOf, partsOf } from '../../../src/cli/operate/chains.js';
import { CHAINS, type ChainName } from '../../../src/cli/operate/names.js';
import { type GatewayRoute, methodOf } from '../../../src/server/route.js';
import { commandLine } from './command-line.js';
import { type Method, Types } from './types.js';

const NAMES: Readonly<Record<ChainName, string>> = {
  xrpl: 'XrplGateway',
  aptos: 'AptosGateway',
  stacks: 'StacksGateway',
};

/** What docs/operations has, by the name of the file. */
export async function operationDocuments(root: string): Promise<Readonly<Record<string, string>>> {
  const types = new Types(
    root,
    CHAINS.map((chain) => `src/${chain}/gateway.ts`),
  );
  const documents = CHAINS.map(async (chain) => {
    const methods = types.methods(`src/${chain}/gateway.ts`, NAMES[chain]);
    const { routes } = await commandsOf(chain);
    return [`${chain}.md`, documentOf(chain, methods, routes)] as const;
  });
  return Object.fromEntries(await Promise.all(documents));
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
    ...(method.returns === undefined ? [] : ['', `Returns: ${method.returns}`]),
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
