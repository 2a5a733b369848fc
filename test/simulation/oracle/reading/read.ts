import type { ChainName, CustodyEvidence } from '../evidence.js';
import { aptosTerms, readAptos } from './aptos.js';
import { readStacks } from './stacks.js';
import { plainHex, type TermsRead, type TransactionRead } from './transaction.js';
import { readXrpl, xrplTerms } from './xrpl.js';

const READERS: Readonly<Record<ChainName, (blob: string) => TransactionRead>> = {
  xrpl: readXrpl,
  aptos: readAptos,
  stacks: readStacks,
};

/** @throws for bytes that are no signed transaction of this chain. */
export function readBlob(chain: ChainName, blob: string): TransactionRead {
  return READERS[chain](plainHex(blob));
}

/** The terms of what a request asks to have signed, in the order of its messages; none if it shows none. */
export function termsOf(chain: ChainName, request: CustodyEvidence): readonly TermsRead[] {
  if (chain === 'aptos') return messagesOf(request).map(aptosTerms);
  const { payload } = request;
  const payloads: readonly unknown[] = Array.isArray(payload) ? payload : [payload];
  return payloads
    .filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null)
    .map((one) => (chain === 'xrpl' ? xrplTerms(one) : readStacks(plainHex(String(one.hex)))));
}

/** What a request asks to have signed, each once: several may sign the same. */
export function messagesOf({ digests }: CustodyEvidence): readonly string[] {
  return [...new Set(digests.map(plainHex))];
}
