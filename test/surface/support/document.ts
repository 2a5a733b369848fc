import { code, table } from './markdown.js';
import { type Method, Types } from './types.js';

const CHAINS = ['xrpl', 'aptos', 'stacks'] as const;
type Chain = (typeof CHAINS)[number];

const NAMES: Readonly<Record<Chain, string>> = {
  xrpl: 'XrplGateway',
  aptos: 'AptosGateway',
  stacks: 'StacksGateway',
};

/** Types whose fields are shown side by side. */
const SHOWN: readonly (readonly [title: string, Readonly<Record<Chain, string>>])[] = [
  [
    '`transfer` takes',
    { xrpl: 'XrplTransferParams', aptos: 'AptosTransferParams', stacks: 'StacksPayment' },
  ],
  [
    '`transferToken` takes',
    {
      xrpl: 'XrplTransferTokenParams',
      aptos: 'AptosTransferTokenParams',
      stacks: 'StacksTokenPayment',
    },
  ],
  [
    'A transaction’s options',
    {
      xrpl: 'XrplTransactionOptions',
      aptos: 'AptosTransactionOptions',
      stacks: 'StacksTransactionOptions',
    },
  ],
  [
    'Settings',
    { xrpl: 'XrplGatewayOptions', aptos: 'AptosGatewayOptions', stacks: 'StacksGatewayOptions' },
  ],
  [
    'A transaction resolves with',
    { xrpl: 'XrplConfirmed', aptos: 'AptosConfirmed', stacks: 'StacksConfirmed' },
  ],
  [
    'A batch resolves with',
    { xrpl: 'XrplBatchResult', aptos: 'AptosBatchResult', stacks: 'StacksBatchResult' },
  ],
];

/** The methods that every gateway has, in the order of a transaction's life. */
const ORDER = [
  'transfer',
  'transferToken',
  'submit',
  'submitBatch',
  'resume',
  'pending',
  'cancel',
  'getAddress',
  'getPublicKey',
  'getBalances',
  'getTransactions',
  'getTransaction',
  'forVault',
];

const VAULT = 'vaultAccountId';

/** What docs/surface.md says. */
export function surfaceDocument(root: string): string {
  const types = new Types(
    root,
    CHAINS.flatMap((chain) => [`src/${chain}/gateway.ts`, `src/${chain}/index.ts`]),
  );
  const methods = CHAINS.map((chain) => types.methods(`src/${chain}/gateway.ts`, NAMES[chain]));
  const isCommon = (name: string) => methods.every((own) => own.some((one) => one.name === name));
  const common = [...new Set(methods.flat().map(({ name }) => name))].filter(isCommon);
  return [
    '# The surface of the three gateways',
    '',
    'Made from their types by `npm run docs:surface`. Every method takes the vault account first, unless its row says',
    'otherwise, and `options` last.',
    '',
    '## What all three have',
    '',
    'They throw on every chain. Amounts are bigints in base units, or text that says its unit; text without one, and',
    'numbers, are refused.',
    '',
    ...table(
      ['', ...CHAINS.map((chain) => `\`${NAMES[chain]}\``)],
      common.sort(inOrder).map((name) => [code(name), ...methods.map((own) => cellOf(own, name))]),
    ),
    ...SHOWN.flatMap(([title, named]) => ['', `### ${title}`, '', ...fieldsOf(types, named)]),
    ...CHAINS.flatMap((chain, at) => ownOf(chain, methods[at] ?? [], common)),
    '',
  ].join('\n');
}

function inOrder(a: string, b: string): number {
  const [one, other] = [a, b].map((name) =>
    ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length,
  );
  return (one ?? 0) - (other ?? 0) || a.localeCompare(b);
}

/** Where methods stand that no specification names. */
const BESIDE: ReadonlySet<string> = new Set(['gateway.ts', 'ledger-methods.ts']);

/** The methods that a gateway has alone, or that the specification names. */
function ownOf(chain: Chain, methods: readonly Method[], common: readonly string[]): string[] {
  const own = methods.filter(({ name }) => !common.includes(name));
  const specified = own.filter(({ file }) => !BESIDE.has(file));
  const others = own.filter(({ file }) => BESIDE.has(file));
  const section = (title: string, some: readonly Method[]) => {
    const rows = some.flatMap(({ name, forms }) =>
      forms.map((form) => [code(name), takes(form.parameters), code(form.result)]),
    );
    if (rows.length === 0) return [];
    return ['', `### ${title}`, '', ...table(['', 'takes', 'resolves with'], rows)];
  };
  return [
    '',
    `## \`${NAMES[chain]}\` alone`,
    ...section('In the specification and its reference', specified),
    ...section('Beside it', others),
  ];
}

function cellOf(methods: readonly Method[], name: string): string {
  const forms = methods.find((method) => method.name === name)?.forms ?? [];
  return forms
    .map(({ parameters, result }) => `${takes(parameters)} → ${code(result)}`)
    .join('<br>or ');
}

function takes(parameters: Method['forms'][number]['parameters']): string {
  const [first, ...rest] = parameters;
  const shown = first?.name === VAULT ? rest : parameters;
  const texts = shown.map(({ name, type, isOptional }) =>
    name === 'options' ? `${name}?` : `${name}${isOptional ? '?' : ''}: ${type}`,
  );
  const without = first && first.name !== VAULT ? ' (no vault account)' : '';
  return `${code(`(${texts.join(', ')})`)}${without}`;
}

function fieldsOf(types: Types, named: Readonly<Record<Chain, string>>): string[] {
  const columns = CHAINS.map((chain) => types.fields(`src/${chain}/index.ts`, named[chain]));
  const bare = (name: string) => name.replace('?', '');
  const names = [...new Set(columns.flatMap((fields) => [...fields.keys()].map(bare)))];
  const isShared = (name: string) =>
    columns.filter((fields) => fields.has(name) || fields.has(`${name}?`)).length;
  const rows = names
    .sort((a, b) => isShared(b) - isShared(a))
    .map((name) => [
      code(name),
      ...columns.map((fields) => {
        const [own, type] = [...fields].find(([each]) => bare(each) === name) ?? [];
        return type === undefined ? '' : code(`${own?.endsWith('?') ? '? ' : ''}${type}`);
      }),
    ]);
  return table(['', ...CHAINS.map((chain) => code(named[chain]))], rows);
}
