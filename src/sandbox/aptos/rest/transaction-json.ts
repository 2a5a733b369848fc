import type { Json, JsonObject } from '../../../core/json.js';
import { shown } from '../address.js';
import { decodeArguments, type Outcome } from '../chain/execute.js';
import type { Block, CommittedTransaction, Touched } from '../chain/ledger.js';
import type { AptosNode } from '../chain/node.js';
import { sha3Hex } from '../hashing.js';
import { CallFailure } from '../move/failures.js';
import type { State } from '../state/world.js';
import type { AccountSignature, Authenticator } from '../transaction/authenticator.js';
import type { EntryFunctionCall } from '../transaction/payload.js';
import type { SignedTransaction } from '../transaction/signed-transaction.js';
import { typeText } from '../types/move-type.js';
import { accountResource, coinStoreResource, type Resource, storeResources } from './resources.js';

/** A transaction as it was submitted; that answer does not say of which kind it is. */
export function submittedJson(node: AptosNode, tx: SignedTransaction): JsonObject {
  return { hash: tx.hash, ...requestJson(node, tx) };
}

/** A transaction that waits in the mempool. */
export function pendingJson(node: AptosNode, tx: SignedTransaction): JsonObject {
  return { ...submittedJson(node, tx), type: 'pending_transaction' };
}

export function committedJson(node: AptosNode, committed: CommittedTransaction): JsonObject {
  const { version, tx, outcome, touched, timestamp } = committed;
  const state = node.ledger.world.at(version);
  const shown = userTransaction(node, { version, tx, outcome, touched, timestamp, state });
  return { ...shown, type: 'user_transaction' };
}

interface Shown {
  readonly version: number;
  readonly tx: SignedTransaction;
  readonly outcome: Outcome;
  readonly touched: Touched;
  readonly timestamp: bigint;
  readonly state: State;
}

/** One that is tried is shown like this, too: without its kind. */
export function userTransaction(node: AptosNode, given: Shown): JsonObject {
  const { version, tx, outcome, touched, timestamp, state } = given;
  return {
    version: `${version}`,
    hash: tx.hash,
    ...proofs(`${tx.hash} ${version}`),
    state_checkpoint_hash: null,
    gas_used: `${outcome.gasUsed}`,
    success: outcome.success,
    vm_status: outcome.vmStatus,
    changes: changesJson(state, touched),
    ...requestJson(node, tx),
    events: outcome.events.map(({ type, data }) => ({
      guid: { creation_number: '0', account_address: '0x0' },
      sequence_number: '0',
      type,
      data,
    })),
    timestamp: `${timestamp}`,
  };
}

/** What begins or ends a block: versions of their own, which nobody has sent. */
export function blockTransactionJson(block: Block, version: number): JsonObject {
  const first = version === block.firstVersion;
  return {
    version: `${version}`,
    hash: sha3Hex(`block ${block.height} ${version}`),
    ...proofs(`block ${version}`),
    state_checkpoint_hash: first ? null : sha3Hex(`checkpoint ${version}`),
    gas_used: '0',
    success: true,
    vm_status: 'Executed successfully',
    changes: [],
    ...(first ? blockMetadata(block) : { block_end_info: null }),
    timestamp: `${block.timestamp}`,
    type: first ? 'block_metadata_transaction' : 'block_epilogue_transaction',
  };
}

function blockMetadata({ height }: Block): JsonObject {
  return {
    id: sha3Hex(`block ${height}`),
    epoch: '1',
    round: `${height}`,
    events: [],
    previous_block_votes_bitvec: [],
    proposer: '0x1',
    failed_proposer_indices: [],
  };
}

/** The sandbox has no Merkle trees; its hashes of states and events only look like it. */
function proofs(seed: string): JsonObject {
  return {
    state_change_hash: sha3Hex(`changes ${seed}`),
    event_root_hash: sha3Hex(`events ${seed}`),
    accumulator_root_hash: sha3Hex(`accumulator ${seed}`),
  };
}

function requestJson(node: AptosNode, tx: SignedTransaction): JsonObject {
  const { nonce, call } = tx.payload;
  return {
    sender: shown(tx.sender),
    sequence_number: `${tx.sequenceNumber}`,
    max_gas_amount: `${tx.maxGasAmount}`,
    gas_unit_price: `${tx.gasUnitPrice}`,
    expiration_timestamp_secs: `${tx.expiration}`,
    payload: payloadJson(node, call),
    signature: signatureJson(tx.authenticator),
    ...(nonce === undefined ? {} : { replay_protection_nonce: `${nonce}` }),
  };
}

/** Arguments are shown by the function's types, or as hex where these don't fit. */
function payloadJson(node: AptosNode, call: EntryFunctionCall): JsonObject {
  return {
    function: `${shown(call.address)}::${call.module}::${call.function}`,
    type_arguments: call.typeArguments.map(typeText),
    arguments: argumentsJson(node, call),
    type: 'entry_function_payload',
  };
}

function argumentsJson(node: AptosNode, call: EntryFunctionCall): readonly Json[] {
  const found = node.framework.function(call.address, call.module, call.function);
  try {
    if (found !== undefined) return decodeArguments(call, found, node.framework);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
  }
  return call.arguments.map((each) => `0x${Buffer.from(each).toString('hex')}`);
}

function signatureJson(authenticator: Authenticator): JsonObject {
  const sender = accountSignatureJson(authenticator.sender);
  if (authenticator.kind === 'single') {
    return authenticator.wrapped ? { sender, type: 'single_sender' } : sender;
  }
  const signers = {
    sender,
    secondary_signer_addresses: authenticator.secondary.map(({ address }) => shown(address)),
    secondary_signers: authenticator.secondary.map(({ signature }) =>
      accountSignatureJson(signature),
    ),
  };
  if (authenticator.kind === 'multi-agent') return { ...signers, type: 'multi_agent_signature' };
  const { address, signature } = authenticator.feePayer;
  return {
    ...signers,
    fee_payer_address: shown(address),
    fee_payer_signer: accountSignatureJson(signature),
    type: 'fee_payer_signature',
  };
}

function accountSignatureJson(signature: AccountSignature): JsonObject {
  if (signature.kind === 'none') return { type: 'no_account_signature' };
  const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`;
  const [key, signed] = [hex(signature.publicKey), hex(signature.signature)];
  if (signature.kind === 'ed25519') {
    return { public_key: key, signature: signed, type: 'ed25519_signature' };
  }
  return {
    public_key: { value: key, type: 'ed25519' },
    signature: { value: signed, type: 'ed25519' },
    type: 'single_key_signature',
  };
}

function changesJson(state: State, touched: Touched): readonly Json[] {
  const write = (address: string, resource: Resource): Json => ({
    address: shown(address),
    state_key_hash: sha3Hex(`${address} ${resource.type}`),
    data: { type: resource.type, data: resource.data },
    type: 'write_resource',
  });
  return [
    ...touched.accounts.flatMap((key) => {
      const resource = accountResource(state, key);
      return resource === undefined ? [] : [write(key, resource)];
    }),
    ...touched.stores.flatMap((key) => {
      const store = state.stores.get(key);
      return store === undefined ? [] : storeResources(store).map((each) => write(key, each));
    }),
    ...touched.coinStores.flatMap((key) => {
      const store = state.coinStores.get(key);
      return store === undefined ? [] : [write(store.owner, coinStoreResource(store))];
    }),
  ];
}
