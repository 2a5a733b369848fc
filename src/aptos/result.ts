import * as z from 'zod/mini';
import { MAX_U64 } from '../core/fields.js';
import { isObject } from '../core/json.js';
import { parseVmStatus } from './node/vm-status.js';

/** A transaction with a higher sequence number is refused (`PROLOGUE_ESEQUENCE_NUMBER_TOO_BIG`). */
export const MAX_SEQUENCE_NUMBER = 2n ** 63n - 1n;

/** A whole number of 64 bits, which the API writes as a string. */
export const u64 = z
  .pipe(
    z.string().check(z.regex(/^\d{1,20}$/)),
    z.transform((text) => BigInt(text)),
  )
  .check(z.lte(MAX_U64));

const u64Text = z.string().check(z.regex(/^\d{1,20}$/));

const common = {
  hash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
  sender: z.string(),
  sequence_number: u64Text,
  replay_protection_nonce: z.optional(z.nullable(u64Text)),
  max_gas_amount: u64Text,
  gas_unit_price: u64Text,
  expiration_timestamp_secs: u64Text,
  payload: z.looseObject({ type: z.string() }),
  signature: z.optional(z.nullable(z.looseObject({ type: z.string() }))),
};

const userTransaction = z.looseObject({
  type: z.literal('user_transaction'),
  ...common,
  version: u64Text,
  success: z.boolean(),
  vm_status: z.string(),
  gas_used: u64Text,
  timestamp: u64Text,
  events: z.array(z.looseObject({ type: z.string() })),
  changes: z.array(z.looseObject({ type: z.string() })),
});

const pendingTransaction = z.looseObject({ type: z.literal('pending_transaction'), ...common });
const otherTransaction = z.looseObject({
  type: z.string(),
  hash: z.string(),
});

export type NodeTransaction = z.output<
  typeof userTransaction | typeof pendingTransaction | typeof otherTransaction
>;

/** A transaction as a node shows it: pending, on the ledger, or one of the chain itself. */
export const nodeTransaction = z.custom<NodeTransaction>().check(({ value, issues }) => {
  const { error } = z.safeParse(schemaOf(value), value);
  for (const { path, message } of error?.issues ?? []) {
    issues.push({ code: 'custom', path, message, input: value });
  }
});

function schemaOf(value: unknown): z.ZodMiniType {
  const type = isObject(value) ? value.type : undefined;
  if (type === 'user_transaction') return userTransaction;
  return type === 'pending_transaction' ? pendingTransaction : otherTransaction;
}

/**
 * A transaction on the ledger, in the REST API's own form: whole numbers of 64 bits are decimal
 * strings, amounts and gas prices in octas, `timestamp` in microseconds.
 */
export interface AptosTransactionResult {
  /** A transaction of an account, not one of the chain's own. */
  readonly type: 'user_transaction';
  /** `0x` and 64 hexadecimal characters. */
  readonly hash: string;
  /** Its place on the ledger. */
  readonly version: string;
  /** Whether it had its effect. One that had none is on the ledger too, and paid its gas. */
  readonly success: boolean;
  /** `Executed successfully`, or how the VM ended it. */
  readonly vm_status: string;
  /** The sending account, as the node writes addresses: leading zeros may be missing. */
  readonly sender: string;
  /** The sender's number. In an orderless transaction the chain ignores it; `replay_protection_nonce` is there then. */
  readonly sequence_number: string;
  /** In gas units. */
  readonly gas_used: string;
  /** In octas a gas unit. */
  readonly gas_unit_price: string;
  /** The most that it was allowed to use, in gas units. */
  readonly max_gas_amount: string;
  /** Unix time in seconds. The chain accepts it only before then. */
  readonly expiration_timestamp_secs: string;
  /** Unix time in microseconds. */
  readonly timestamp: string;
  /** What it executed, in the REST API's form. */
  readonly payload: {
    /** The kind of payload, such as `entry_function_payload`; the other fields depend on it. */
    readonly type: string;
    readonly [field: string]: unknown;
  };
  /** What it emitted, in order. */
  readonly events: readonly {
    /** The event's Move type, such as `0x1::fungible_asset::Deposit`. */
    readonly type: string;
    readonly [field: string]: unknown;
  }[];
  /** What it wrote to the ledger's state. */
  readonly changes: readonly {
    /** The kind of change, such as `write_resource`; the other fields depend on it. */
    readonly type: string;
    readonly [field: string]: unknown;
  }[];
  readonly [field: string]: unknown;
}

/** A node's transaction, if it is a user's and on the ledger. */
export function resultOf(
  transaction: NodeTransaction | undefined,
): AptosTransactionResult | undefined {
  const parsed = z.safeParse(userTransaction, transaction);
  return parsed.success ? parsed.data : undefined;
}

/** The outcome of a transaction on the ledger. */
export function outcomeOf(result: AptosTransactionResult) {
  const { hash, success, vm_status: status, version, gas_used: gas, timestamp } = result;
  const particulars = `version ${version} at ${timestamp}, ${gas} gas units`;
  const seen = { hash, result, particulars };
  if (success) return { state: 'confirmed', ...seen } as const;
  return { state: 'failed', code: parseVmStatus(status).code, ...seen } as const;
}
