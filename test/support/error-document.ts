import {
  type ErrorMeaning,
  type ErrorPart,
  errorMeanings,
} from '../../src/core/error-reference.js';
import { statusesOf } from '../../src/http/statuses.js';

const INTRODUCTION = `# Errors

Every error of this package is a \`GatewayError\` with one of the codes below. \`isGatewayError(error, 'SIGNATURE_PENDING')\`
narrows its \`details\`, also where the error comes from another copy of the package.

- **HTTP** is the status with which a server answers it. Where there are two, the first is for an error that is
  \`retryable\`. What is not the caller's to know is answered with 500 and the code \`INTERNAL\`.
- **retryable**: whether the very same call may succeed later. Where it depends, the error itself says so.
- **happened**: what this call may have done (\`happenedOf(error)\`). \`nothing\`: it has had no effect, and will have none.
  \`maybe\`: something was requested or sent that may take effect, so ask again with the same key only. \`sent\`: it is on
  the ledger. Where it depends, the error says \`maybe\` as soon as its \`transaction\` has a \`custodyId\` or a \`hash\`, or
  as soon as that has a \`requestId\` and the error leaves open what became of the request. It is about this call: one made
  earlier with the same key may have done more.

This file is made from \`src/core/error-codes.ts\` and \`src/core/error-reference.ts\` by \`npm run docs:errors\`.
`;

const TITLES: Readonly<Record<ErrorPart, string>> = {
  any: 'Everywhere',
  gateway: 'Transactions on every chain',
  fireblocks: 'Fireblocks',
  xrpl: 'XRP Ledger',
  aptos: 'Aptos and Movement',
  stacks: 'Stacks',
  server: 'HTTP servers',
  requests: 'Signed requests',
  provider: 'Provider Connectivity API v2',
  netlink: 'Network link v1',
};

/** The text of `docs/errors.md`. */
export function errorDocument(): string {
  const sections = Object.entries(TITLES).map(([part, title]) => {
    const own = errorMeanings().filter(({ parts }) => parts.some((each) => each === part));
    const head =
      '| code | HTTP | retryable | happened | meaning | what to do |\n|---|---|---|---|---|---|';
    return `\n## ${title}\n\n${[head, ...own.map(rowOf)].join('\n')}\n`;
  });
  return INTRODUCTION + sections.join('');
}

function rowOf({ code, retryable, happened, means, act }: ErrorMeaning & { code: ErrorCode }) {
  const again = { true: 'yes', false: 'no', depends: 'depends' }[`${retryable}`];
  const status = statusesOf(code).join(', ');
  return `| \`${code}\` | ${status} | ${again} | ${happened} | ${means} | ${act} |`;
}

type ErrorCode = Parameters<typeof statusesOf>[0];
