import type { Submission } from '../../transactions/index.js';

/** A change that comes by itself has come after this time, or never will: three or four ledgers. */
const SOON_MS = 15_000;
/** The transaction before it may wait for others too, and may have to be sent again. */
const IN_LINE_MS = 45_000;

const ROOM = 'there is room for it, and its fee is enough';
const QUEUE = 'the account’s queued transactions are validated';
const NUMBER = 'the transaction that took its number turns out to be in no ledger';
const FUNDS = 'the account has the XRP that it takes';
const NODE = 'another node, or a later ledger, takes it';
const KEY = 'the key that signed it is one of the account’s';
const SIGNERS = 'its signers are on the account’s list, and their weight is enough';
const OWNERS = 'the account owns less';
const PERMISSION = 'the other side permits it';
const SOFTWARE = 'a node of another version or network takes it, if ever';

/** Changes that may come without any action: the transaction is tried for a while before it is called blocked. */
const SOON = new Map(
  Object.entries({
    // The open ledger and the queue change with each ledger, and each node has its own.
    telCAN_NOT_QUEUE: ROOM,
    telCAN_NOT_QUEUE_FULL: ROOM,
    telINSUF_FEE_P: ROOM,
    // Replacing a queued transaction takes a quarter more; one that changes keys is queued alone.
    telCAN_NOT_QUEUE_FEE: QUEUE,
    telCAN_NOT_QUEUE_BLOCKS: QUEUE,
    telCAN_NOT_QUEUE_BLOCKED: QUEUE,
    telCAN_NOT_QUEUE_BALANCE: FUNDS,
    // A fault, or a limit, of this node at this moment: others may differ, and the next ledger may.
    telFAILED_PROCESSING: NODE,
    telLOCAL_ERROR: NODE,
    telENV_RPC_FAILED: NODE,
    telBAD_PATH_COUNT: NODE,
    tefFAILURE: NODE,
    tefEXCEPTION: NODE,
    tefINTERNAL: NODE,
    tefBAD_LEDGER: NODE,
    tefINVARIANT_FAILED: NODE,
    terRETRY: NODE,
    terLAST: NODE,
    terFUNDS_SPENT: NODE,
    terADDRESS_COLLISION: NODE,
    // Its number, or Ticket, is gone in the open ledger; only a validated ledger says which transaction took it.
    tefPAST_SEQ: NUMBER,
    tefNO_TICKET: 'its Ticket is created, if it was not used',
    // The open ledger is past its last one; a ledger up to that one may have it.
    tefMAX_LEDGER: 'a ledger up to its last one proves to have it',
    terPRE_TICKET: 'its Ticket is created',
  }),
);

/** Changes that need an action first. */
const ACTION_NEEDED = new Map(
  Object.entries({
    terINSUF_FEE_B: FUNDS,
    terNO_ACCOUNT: 'the account is funded',
    // The other side's line, flag, lock, pool or permission.
    terNO_AUTH: 'the issuer authorises the account',
    terNO_LINE: 'the trust line exists',
    terNO_RIPPLE: 'the trust line lets it ripple',
    terLOCKED: 'the token is unlocked',
    terNO_AMM: 'the pool exists',
    terNO_DELEGATE_PERMISSION: PERMISSION,
    terNO_PERMISSION: PERMISSION,
    terOWNERS: OWNERS,
    tefTOO_BIG: OWNERS,
    telNO_DST_PARTIAL: 'the destination is funded',
    tefWRONG_PRIOR: 'the transaction that it names is the account’s latest',
    tefNO_AUTH_REQUIRED: 'the account requires authorisation',
    // Keys and lists are read from the ledger at each try.
    tefBAD_AUTH: KEY,
    tefBAD_AUTH_MASTER: KEY,
    tefMASTER_DISABLED: 'the master key is enabled again',
    tefBAD_SIGNATURE: SIGNERS,
    tefBAD_QUORUM: SIGNERS,
    tefNOT_MULTI_SIGNING: SIGNERS,
    // No node of this network and version takes it, but the bytes may be valid elsewhere.
    telBAD_DOMAIN: SOFTWARE,
    telBAD_PUBLIC_KEY: SOFTWARE,
    telWRONG_NETWORK: SOFTWARE,
    telREQUIRES_NETWORK_ID: SOFTWARE,
    telNETWORK_ID_MAKES_TX_NON_CANONICAL: SOFTWARE,
    tefINVALID_LEDGER_FIX_TYPE: SOFTWARE,
    tefNFTOKEN_IS_NOT_TRANSFERABLE: SOFTWARE,
    // Deprecated, or reported only for the members of a Batch.
    tefCREATED: SOFTWARE,
    tefBAD_ADD_AUTH: SOFTWARE,
    tefBAD_PATH_COUNT: SOFTWARE,
    tefNO_DST_PARTIAL: SOFTWARE,
  }),
);

/**
 * What a code leaves open (rippled, "Transaction Results" and "Finality of Results"); nothing where no node will
 * take these bytes, unless an amendment changes what is well formed. The node's other flags (`accepted`, `kept`)
 * say nothing about that: it also keeps transactions that can't succeed.
 */
export function leftOpenBy(code: string): Submission | undefined {
  if (code.startsWith('tem')) return undefined;
  // It is in the open ledger, or in the queue: a validated ledger may give this code or another.
  if (/^te[sc]/.test(code) || code === 'terQUEUED' || code === 'tefALREADY') {
    return { state: 'accepted', code };
  }
  // The account's next transaction resolves it, so it must not keep that one waiting.
  if (code === 'terPRE_SEQ') {
    const cure = 'the number before its own is spent';
    return { state: 'accepted', code, obstacle: { code, cure, tryForMs: IN_LINE_MS } };
  }
  const soon = SOON.get(code);
  if (soon !== undefined) return { state: 'open', code, cure: soon, tryForMs: SOON_MS };
  // Newer nodes have newer codes.
  const cure = ACTION_NEEDED.get(code) ?? 'the condition that the code stands for has passed';
  return { state: 'open', code, cure, tryForMs: 0 };
}
