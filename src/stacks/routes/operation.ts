import * as z from 'zod/mini';
import { inNames, type Names } from '../../core/field-names.js';
import { oneNote } from '../../core/read-input.js';
import { parseInput } from '../../core/schema.js';
import { integer, parted } from '../../server/bodies.js';
import { type Answer, type GatewayRoute, type QueryField, writeRoute } from '../../server/route.js';
import type { StacksGateway } from '../gateway.js';
import type { StacksTransactionOptions } from '../options.js';
import { transaction } from './answers.js';
import { succeeded } from './checked.js';

export type Gateway = StacksGateway<boolean>;

// Functions, since no bundler leaves a schema out that is made on import.

/** In STX or a token's own unit: the specification has numbers, and decimal strings are exact. */
export function amount() {
  return z.union([z.string(), z.number()], 'must be a decimal string, or a number');
}

/** A transaction's options, which the reference gateway takes in the body. */
export function own() {
  return {
    nonce: z.optional(integer()),
    fee: z.optional(amount()),
    note: z.optional(z.string()),
  };
}

/** A fee as the gateway takes it: the reference gateway has plain numbers of STX. */
export function feeInStx(fee: string | number | undefined) {
  if (fee === undefined) return undefined;
  const text = String(fee);
  return text.includes(' ') ? text : `${text} STX`;
}

const OWN = ['nonce', 'fee', 'note'] as const satisfies readonly (keyof ReturnType<typeof own>)[];

interface Own extends Pick<StacksTransactionOptions, 'nonce' | 'note'> {
  readonly fee?: string | number | undefined;
}
type Params<Body> = Body extends unknown ? Omit<Body, keyof Own> : never;
type Bodies = z.ZodMiniType<unknown, Own>;
type Write<S extends z.ZodMiniType> = Parameters<typeof writeRoute<Gateway, S>>[0];

interface Operation<S extends Bodies>
  extends Omit<Write<S>, 'path' | 'tag' | 'query' | 'answer' | 'run'> {
  readonly answer?: Answer;
  /** The body's names for fields of the gateway. */
  names?(body: z.input<S>): Names;
  /** @param options - The request's options, of its query and of its body. */
  run(
    gateway: Gateway,
    vaultId: string,
    params: Params<z.input<S>>,
    options: StacksTransactionOptions,
  ): Promise<unknown>;
}

/** An operation on a path of a vault account; it answers with a transaction unless `answer` says otherwise. */
export function operation<S extends Bodies>(
  tag: string,
  path: string,
  { names = () => ({}), ...route }: Operation<S>,
): GatewayRoute<Gateway> {
  const optionsQuery = z.object({
    maxFee: z.optional(z.string()),
    trial: z.optional(z.enum(['refuse', 'off'])),
  });
  return writeRoute<Gateway, S>({
    ...route,
    answer: route.answer ?? transaction(),
    path: `/api/:vaultId/${path}`,
    tag,
    query: QUERY,
    run: async (gateway, body, { vaultAccountId, query, options: given }) => {
      const { maxFee, trial } = parseInput(optionsQuery, query, 'query');
      const [{ nonce, fee, note: noted }, params] = parted(body, OWN);
      const note = oneNote(noted, given.note);
      const options = { ...given, maxFee, trial, nonce, fee: feeInStx(fee), note };
      return inNames(names(body), () =>
        succeeded(route.run(gateway, vaultAccountId, params, options)),
      );
    },
  });
}

const QUERY: Readonly<Record<string, QueryField>> = {
  maxFee: {
    description:
      'The most that the transaction may cost, with its unit: `2 STX` (default), or `5000 microSTX`.',
    schema: { type: 'string' },
  },
  trial: {
    description:
      '`refuse` (default) contract calls that can’t succeed, before an approval is requested, or `off`.',
    schema: { type: 'string', enum: ['refuse', 'off'] },
  },
};
