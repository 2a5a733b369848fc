import { expect } from 'vitest';
import { NetlinkError, RateLimitedError } from '../../../src/index.js';
import { netlinkErrorName } from '../../../src/netlink/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { answeredWith, netlinkWorld } from '../support/netlink.js';
import { inputsOf, NETLINK, requestOf } from '../support/netlink-operations.js';

const AT = 'network-link.md / Errors';

const CODES = [
  [400000, 'missing request header params'],
  [400001, 'nonce invalid'],
  [400002, 'timestamp invalid'],
  [400003, 'signature invalid'],
  [400004, 'insufficient permissions for this API key'],
  [400005, 'insufficient funds'],
  [400006, 'insufficient fee'],
  [400007, 'unsupported account type for this provider'],
  [400008, 'unsupported operation for this provider'],
  [400009, 'asset not supported on this provider'],
  [400010, 'a body or query parameter is invalid'],
  [400011, 'bad address format'],
  [400012, 'balance amount is too small'],
  [400013, 'this provider needs manual deposit address generation'],
  [400014, 'the provider rejected the operation'],
  [400015, 'withdrawal cancelled or failed on the provider'],
  [400016, 'address was not whitelisted'],
  [400017, 'IP was not whitelisted'],
  [400018, 'account not found'],
  [400019, 'withdrawals are limited by the provider; retry later'],
  [400020, 'the provider denied the request and a settlement is required'],
] as const;

/** The error that the library throws for an answer. */
async function thrown(name: string, body: Json, status = 400): Promise<Json> {
  const { client } = answeredWith(body, { status });
  const operation = NETLINK.find((each) => each.name === name);
  const call: Json = Reflect.get(client, name).bind(client);
  return call(operation === undefined ? undefined : inputsOf(operation)).then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** What the server kit answers over HTTP where the provider's method throws. */
async function answered(name: string, error: unknown) {
  const operation = NETLINK.find((each) => each.name === name);
  if (operation === undefined) throw new Error(`no ${name}`);
  const world = netlinkWorld();
  world.refusal.error = error;
  const { line, body } = requestOf(operation);
  return world.raw(line, { body });
}

const THROWING = NETLINK.map(({ name }) => name).filter((name) => name !== 'listSupportedAssets');

claims('the predefined codes of network link v1', [
  ...each(CODES, ([errorCode, meaning]): Claim[] => [
    {
      where: `${AT} / ${errorCode} / has a name in the library`,
      holds: () => expect(netlinkErrorName(errorCode)).toMatch(/^[A-Z_]+$/),
    },
    ...each(THROWING, (name): Claim[] => [
      {
        where: `${AT} / ${errorCode} / ${name} / thrown by the library`,
        holds: async () => {
          const error = await thrown(name, { error: meaning, errorCode });
          expect(error).toBeInstanceOf(NetlinkError);
          expect(error).toMatchObject({ status: 400, errorCode, error: meaning });
        },
      },
      {
        where: `${AT} / ${errorCode} / ${name} / answered with status 400 over HTTP`,
        holds: async () => {
          const answer = await answered(name, new NetlinkError({ errorCode, error: meaning }));
          expect(answer).toEqual({ status: 400, body: { error: meaning, errorCode } });
        },
      },
    ]),
  ]),
  {
    where: `${AT} / the codes have different names`,
    holds: () => expect(new Set(CODES.map(([code]) => netlinkErrorName(code))).size).toBe(21),
  },
]);

claims('the form of an error', [
  ...each(THROWING, (name): Claim[] => [
    {
      where: `${AT} / errorCode / null / ${name} / in the library`,
      holds: async () => {
        const error = await thrown(name, { error: 'no', errorCode: null });
        expect(error).toMatchObject({ error: 'no', errorCode: undefined, status: 400 });
      },
    },
    {
      where: `${AT} / error / a required string, errorCode null / ${name} / over HTTP`,
      holds: async () => {
        const answer = await answered(name, new Error('the database is down'));
        expect(answer.status).toBe(500);
        expect(answer.body).toEqual({ error: expect.any(String), errorCode: null });
        expect(answer.body.error).not.toContain('database');
      },
    },
    {
      where: `network-link.md / Limits / 1 / ${name} / a rate limit of the provider`,
      holds: async () => {
        const error = await thrown(name, { error: 'slower', errorCode: null }, 429);
        expect(error).toBeInstanceOf(RateLimitedError);
      },
    },
  ]),
  {
    where: `${AT} / errorCode / a provider’s own number`,
    holds: async () => {
      const error = await thrown('listAccounts', { error: 'no', errorCode: 499_001 });
      expect(error).toMatchObject({ errorCode: 499_001, errorName: undefined });
    },
  },
  {
    where: `${AT} / 400000 to 400020 / each is sent by the sending side under its name`,
    holds: () => {
      for (const [errorCode] of CODES) {
        const { errorName } = new NetlinkError({ errorCode });
        expect(errorName).toBe(netlinkErrorName(errorCode));
      }
    },
  },
]);
