import { createHash } from 'node:crypto';
import type {
  AppliedEvidence,
  ChainName,
  CustodyEvidence,
  Evidence,
  KeyEvidence,
  LedgerEvidence,
} from './evidence.js';
import { messagesOf, readBlob, termsOf } from './reading/read.js';
import { plainHex, type TermsRead, type TransactionRead } from './reading/transaction.js';

/** What a check found. `key` is the caller's idempotency key, where one is concerned. */
export interface Finding {
  readonly key?: string;
  readonly text: string;
}

/** A request at the custody, and whose it is. */
export interface Request {
  readonly evidence: CustodyEvidence;
  readonly chain: ChainName | undefined;
  /** Whose payment it is; that of nobody creates Tickets or spends a number on nothing. */
  readonly key: KeyEvidence | undefined;
  /** Whose number it takes, where it is a cancellation. */
  readonly cancels: KeyEvidence | undefined;
  readonly attempt: number;
  /** The members before those of this request, where a batch takes several. */
  readonly membersBefore: number;
  readonly messages: readonly string[];
  /** In the order of its messages; none where neither payload nor messages show them. */
  readonly terms: readonly TermsRead[];
}

/** A transaction that a ledger applied, and for whom. */
export interface Landing {
  readonly at: number;
  readonly chain: ChainName;
  readonly applied: AppliedEvidence;
  readonly read: TransactionRead;
  readonly isSuccess: boolean;
  readonly owners: readonly { readonly request: Request; readonly member: number }[];
}

/** The evidence, read and brought together. */
export interface Case {
  readonly evidence: Evidence;
  readonly requests: readonly Request[];
  readonly landings: readonly Landing[];
  /** Blobs that a ledger applied and that can't be read. */
  readonly unreadable: readonly Finding[];
}

const SUCCESS = /^(?:tesSUCCESS|success|ok|true|Executed successfully)$/i;
const REQUEST_ID = /^(cg-[0-9a-f]{40})(?:_(\d+))?(?:-(\d+))?$/;
const CHAINS: readonly ChainName[] = ['xrpl', 'aptos', 'stacks'];

export function caseOf(evidence: Evidence): Case {
  const requests = requestsOf(evidence);
  const unreadable: Finding[] = [];
  const landings = CHAINS.flatMap((chain) =>
    (evidence.ledgers[chain]?.applied ?? []).flatMap((applied) => {
      const landing = landingOf(chain, applied, requests);
      if (landing) return [landing];
      if (!applied.foreign) unreadable.push({ text: `${chain} applied ${applied.blob}` });
      return [];
    }),
  );
  return { evidence, requests, landings, unreadable };
}

/** The request id that a key's first attempt has: a wire format, written down in the documentation. */
export function requestIdOf({ chain, chainId = chain, account }: KeyEvidence, key: string): string {
  const name = ['custody-gateways', chainId, account, key].join('\n');
  return `cg-${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
}

function requestsOf({ keys, custody }: Evidence): readonly Request[] {
  const own = new Map(keys.map((key) => [requestIdOf(key, key.idempotencyKey), key]));
  const cancelling = new Map<string, KeyEvidence>();
  for (const { externalTxId } of custody) {
    const key = own.get(partsOf(externalTxId).base);
    if (key) cancelling.set(requestIdOf(key, `cancel:${externalTxId}`), key);
  }
  const before = membersBefore(custody);
  return custody.map((evidence): Request => {
    const { base, attempt } = partsOf(evidence.externalTxId);
    const key = own.get(base);
    const cancels = cancelling.get(base);
    const chain = (key ?? cancels)?.chain ?? chainIn(evidence);
    return {
      evidence,
      chain,
      key,
      cancels,
      attempt,
      membersBefore: before(evidence),
      messages: messagesOf(evidence),
      terms: chain ? termsOf(chain, evidence) : [],
    };
  });
}

/** What a request's id says: a wire format as well. */
export function partsOf(externalTxId: string) {
  const [, base = externalTxId, chunk = '0', attempt = '1'] = REQUEST_ID.exec(externalTxId) ?? [];
  return { base, chunk: Number(chunk), attempt: Number(attempt) };
}

/** A batch's requests have a chunk of its members each; a later attempt has those of the first. */
function membersBefore(custody: readonly CustodyEvidence[]) {
  const sizes = new Map<string, number>();
  for (const request of custody) {
    const { base, chunk } = partsOf(request.externalTxId);
    sizes.set(`${base} ${chunk}`, messagesOf(request).length);
  }
  return ({ externalTxId }: CustodyEvidence): number => {
    const { base, chunk } = partsOf(externalTxId);
    let members = 0;
    for (let earlier = 0; earlier < chunk; earlier++) {
      members += sizes.get(`${base} ${earlier}`) ?? 0;
    }
    return members;
  };
}

/** Of a request that no key stands for, the payload tells the chain. */
function chainIn({ payload }: CustodyEvidence): ChainName | undefined {
  const first: unknown = Array.isArray(payload) ? payload[0] : payload;
  if (typeof first !== 'object' || first === null) return undefined;
  if ('TransactionType' in first) return 'xrpl';
  if ('bcs' in first) return 'aptos';
  return 'hex' in first ? 'stacks' : undefined;
}

function landingOf(
  chain: ChainName,
  applied: AppliedEvidence,
  requests: readonly Request[],
): Landing | undefined {
  try {
    const read = readBlob(chain, applied.blob);
    const isSuccess = SUCCESS.test(applied.result);
    const owners = ownersOf(read, requests);
    return { at: applied.at, chain, applied, read, isSuccess, owners };
  } catch {
    return undefined;
  }
}

/** For whom a transaction was signed. */
export function ownersOf(read: TransactionRead, requests: readonly Request[]): Landing['owners'] {
  return requests
    .filter((request) => request.chain === undefined || request.chain === read.chain)
    .flatMap((request) => {
      const index = request.messages.findIndex((message) => read.messages.includes(message));
      if (index >= 0) return [{ request, member: request.membersBefore + index }];
      const { hash } = request.evidence.native ?? {};
      const isNative = hash !== undefined && plainHex(hash) === read.hash;
      return isNative ? [{ request, member: 0 }] : [];
    });
}

export function landingsFor({ landings }: Case, key: KeyEvidence): readonly Landing[] {
  return landings.filter(({ owners }) => owners.some(({ request }) => request.key === key));
}

/**
 * Whether the custody failed to have its own transfer under a key land, and named its hash: nobody else has
 * the bytes, and no ledger ever says what became of it.
 */
export function isLostTransfer(
  { requests, landings }: Pick<Case, 'requests' | 'landings'>,
  wanted: KeyEvidence,
): boolean {
  return requests.some((request) => {
    const { status, native } = request.evidence;
    const isFailed = request.key === wanted && status === 'FAILED' && native?.hash !== undefined;
    return (
      isFailed && !landings.some(({ owners }) => owners.some((one) => one.request === request))
    );
  });
}

/** Which of a key's members a landing is. */
export function memberOf({ owners }: Landing, key: KeyEvidence): number {
  return owners.find(({ request }) => request.key === key)?.member ?? 0;
}

/** Whether a transaction could not have been applied any more at a time, by the ledger itself. */
export function isDeadAt(facts: Case, request: Request, index: number, at: number): boolean {
  const { chain, terms: all, messages } = request;
  const terms = all[index];
  const message = messages[index];
  if (chain === undefined || terms === undefined || message === undefined) return false;
  const ledger = facts.evidence.ledgers[chain];
  const height = ledger && heightAt(ledger, at);
  const { expiry } = terms;
  if (expiry !== undefined && height !== undefined && height >= expiry) return true;
  return facts.landings.some(
    (landing) =>
      landing.at <= at && spends(landing, chain, terms) && !landing.read.messages.includes(message),
  );
}

function spends(
  { chain, read, isSuccess }: Landing,
  of: ChainName,
  { account, number }: TermsRead,
): boolean {
  if (chain !== of || read.account !== account || read.number.kind !== number.kind) return false;
  if (read.number.value === number.value) return true;
  if (!isSuccess || number.kind !== 'sequence') return false;
  const behind = BigInt(number.value) - BigInt(read.number.value);
  return behind > 0n && behind <= (read.row ?? 0);
}

function heightAt({ heads = [] }: LedgerEvidence, at: number): number | undefined {
  return heads.filter((head) => head.at <= at).at(-1)?.height;
}
