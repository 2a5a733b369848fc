import type * as z from 'zod/mini';
import { parseInput } from '../core/schema.js';
import { ProviderFault } from '../http/provider-fault.js';
import * as answers from './answers.js';
import { NetlinkError, type NetlinkWrite } from './errors.js';
import type { NetlinkProvider } from './provider.js';
import * as requests from './requests.js';

/** The name of an operation, here and as a method. */
export type OperationName = keyof NetlinkProvider;

/** Reads may be repeated. Anything else may not, since it may have been carried out without an answer. */
type Named =
  | { readonly kind: 'read'; readonly name: Exclude<OperationName, NetlinkWrite> }
  | { readonly kind: 'write'; readonly name: NetlinkWrite };

/** How an operation goes over the wire. */
export type Exchange<Result> = Named & {
  /** `GET` with the fields as a query, `POST` with a JSON body. */
  readonly method: 'GET' | 'POST';
  /** Begins with `/v1`, and has no query. */
  readonly path: string;
  /** How the JSON of a success is read. */
  readonly answer: Pick<answers.AnswerForm<Result>, 'wire'>;
};

/** One operation, as client, server kit, proxy and their tests use it. */
export type Operation<Request, Result> = Exchange<Result> & {
  /** A caller's request: an unknown field is refused, a field with a default may be left out. */
  readonly given: z.ZodMiniType<Request>;
  /** A request from the wire: nothing may be left out, and fields of later releases are ignored. */
  readonly received: z.ZodMiniType<Request>;
  /** Calls the provider with fields as a caller gives them. */
  relay<Call>(provider: NetlinkProvider<Call>, fields: object, call: Call): Promise<unknown>;
  /** Reads the fields from the wire, where those of later releases are ignored. */
  read(fields: object): {
    /** The fields, checked. */
    readonly request: unknown;
    /** Calls the provider with them; returns the answer for the wire. */
    respond<Call>(provider: NetlinkProvider<Call>, call: Call): Promise<unknown>;
  };
};

interface Forms<Request> {
  readonly given: z.ZodMiniType<Request>;
  readonly received: z.ZodMiniType<Request>;
}

function operation<Request, Result, FromProvider>(
  named: Named,
  path: string,
  { given, received }: Forms<Request>,
  answer: answers.AnswerForm<Result, FromProvider>,
  run: <Call>(
    provider: NetlinkProvider<Call>,
    request: Request,
    call: Call,
  ) => Promise<FromProvider>,
): Operation<Request, Result> {
  return {
    ...named,
    method: named.kind === 'read' ? 'GET' : 'POST',
    path,
    given,
    received,
    answer,
    relay: (provider, fields, call) => run(provider, parseInput(given, fields), call),
    read(fields) {
      const request = parseInput(received, fields);
      return {
        request,
        respond: async (provider, call) =>
          answer.write(await orFault(() => run(provider, request, call))),
      };
    },
  };
}

/** @throws NetlinkError if the provider throws it, and ProviderFault for anything else. */
export async function orFault<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof NetlinkError ? error : new ProviderFault(error);
  }
}

/** The twelve operations of network link v1. Their paths are spelt as in its OpenAPI document. */
export const OPERATIONS = {
  /** `GET /v1/accounts`: the balances, by account type. */
  listAccounts: operation(
    { kind: 'read', name: 'listAccounts' },
    '/v1/accounts',
    requests.nothing,
    answers.accounts,
    (provider, _, call) => provider.listAccounts(call),
  ),
  /** `GET /v1/depositAddress`: where there is none, the answer has an empty address. */
  getDepositAddress: operation(
    { kind: 'read', name: 'getDepositAddress' },
    '/v1/depositAddress',
    requests.depositAddress,
    answers.depositAddress,
    (provider, request, call) => provider.getDepositAddress(request, call),
  ),
  /** `POST /v1/depositAddress`: not repeated, since each call may create another one. */
  createDepositAddress: operation(
    { kind: 'write', name: 'createDepositAddress' },
    '/v1/depositAddress',
    requests.depositAddress,
    answers.newDepositAddress,
    (provider, request, call) => provider.createDepositAddress(request, call),
  ),
  /** `GET /v1/withdrawalFee`: the fee of a withdrawal. */
  estimateWithdrawalFee: operation(
    { kind: 'read', name: 'estimateWithdrawalFee' },
    '/v1/withdrawalFee',
    requests.withdrawalFee,
    answers.withdrawalFee,
    (provider, request, call) => provider.estimateWithdrawalFee(request, call),
  ),
  /** `POST /v1/withdraw`: sent once, since it has no idempotency key. */
  withdraw: operation(
    { kind: 'write', name: 'withdraw' },
    '/v1/withdraw',
    requests.withdrawal,
    answers.withdrawal,
    (provider, request, call) => provider.withdraw(request, call),
  ),
  /** `GET /v1/transactionByID`: one that is not found is answered with status 200, too. */
  getTransactionById: operation(
    { kind: 'read', name: 'getTransactionById' },
    '/v1/transactionByID',
    requests.transactionId,
    answers.foundTransaction,
    (provider, request, call) => provider.getTransactionById(request, call),
  ),
  /** `GET /v1/transactionByHash`: one that is not found is answered with status 200, too. */
  getTransactionByHash: operation(
    { kind: 'read', name: 'getTransactionByHash' },
    '/v1/transactionByHash',
    requests.transactionHash,
    answers.foundTransaction,
    (provider, request, call) => provider.getTransactionByHash(request, call),
  ),
  /** `GET /v1/transactionHistory`: one page of it. */
  listTransactions: operation(
    { kind: 'read', name: 'listTransactions' },
    '/v1/transactionHistory',
    requests.transactions,
    answers.transactionPage,
    (provider, request, call) => provider.listTransactions(request, call),
  ),
  /** `GET /v1/supportedAssets`: coins, each with a network. */
  listSupportedAssets: operation(
    { kind: 'read', name: 'listSupportedAssets' },
    '/v1/supportedAssets',
    requests.nothing,
    answers.assets,
    (provider, _, call) => provider.listSupportedAssets(call),
  ),
  /** `POST /v1/subMainTransfer`: `completed: false` in the answer means not done yet. */
  transferSubMain: operation(
    { kind: 'write', name: 'transferSubMain' },
    '/v1/subMainTransfer',
    requests.subMainTransfer,
    answers.subTransfer,
    (provider, request, call) => provider.transferSubMain(request, call),
  ),
  /** `POST /v1/subaccountsTransfer`: `completed: false` in the answer means not done yet. */
  transferSubAccounts: operation(
    { kind: 'write', name: 'transferSubAccounts' },
    '/v1/subaccountsTransfer',
    requests.subAccountsTransfer,
    answers.subTransfer,
    (provider, request, call) => provider.transferSubAccounts(request, call),
  ),
  /** `POST /v1/internalTransfer`: `completed: false` in the answer means failed. */
  transferInternal: operation(
    { kind: 'write', name: 'transferInternal' },
    '/v1/internalTransfer',
    requests.internalTransfer,
    answers.internalTransfer,
    (provider, request, call) => provider.transferInternal(request, call),
  ),
} as const satisfies Readonly<Record<OperationName, unknown>>;
