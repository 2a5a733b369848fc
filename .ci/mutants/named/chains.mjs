// What a chain says, or is told, is misread.
const LOOKUP = ['src/xrpl/node/lookup.ts', 'src/xrpl/node/spender.ts'];

export const MISTAKES_OF_CHAINS = [
  {
    name: 'absence by hash is taken for death',
    files: LOOKUP,
    find: "if (standing.state === 'unknown') return standing;",
    put: "if (known === undefined && hash !== undefined) return { state: 'expired' };\nif (standing.state === 'unknown') return standing;",
  },
  {
    name: 'the digest of the spender is not compared',
    files: LOOKUP,
    find: 'const isOurs = digestOf(by) === digestOf(transaction);',
    put: 'const isOurs = digestOf(by) !== "";',
  },
  {
    name: 'a transaction expires twenty ledgers early',
    files: LOOKUP,
    find: 'standing.ledgerIndex > transaction.LastLedgerSequence',
    put: 'standing.ledgerIndex + 20 > transaction.LastLedgerSequence',
  },
  {
    name: 'what a ledger has not validated is believed',
    files: ['src/xrpl/result.ts'],
    find: 'if (validated !== true || !meta || ledger_index === undefined) return undefined;',
    put: 'if (!meta || ledger_index === undefined) return undefined;',
  },
  {
    name: 'absence by hash is taken for death on Aptos',
    files: ['src/aptos/node/lookup.ts'],
    find: 'const times = [ledger, ...(found ? [found.ledger] : [])]',
    put: "if (found && !found.value) return { state: 'expired' };\nconst times = [ledger, ...(found ? [found.ledger] : [])]",
  },
  {
    name: 'absence of an orderless transaction is taken for death before its time',
    files: ['src/aptos/node/lookup.ts'],
    find: "if (ledger.timestamp <= unsigned.expirationTimestampSecs) return { state: 'open', seen: false };",
    put: "if (ledger.timestamp <= unsigned.expirationTimestampSecs) return { state: 'expired' };",
  },
  {
    name: 'an archive that is behind is taken for one that has all there was',
    files: ['src/aptos/node/pruned.ts'],
    find: "if (ledger.timestamp <= expiry) return new Gone('its ledger is behind');",
    put: '',
  },
  {
    name: 'absence by id is taken for death on Stacks',
    files: ['src/stacks/node/lookup.ts'],
    find: 'return seen ?? notShown(hash, waits);',
    put: "return seen ?? (hash ? { state: 'replaced', by: hash } : notShown(hash, waits));",
  },
  {
    name: 'the digest of the spender is not compared on Aptos',
    files: ['src/aptos/node/spender.ts'],
    find: 'if (equalBytes(message, signingMessage(unsigned)))',
    put: 'if (message.length > 0)',
  },
  {
    name: 'the digest of the spender is not compared on Stacks',
    files: ['src/stacks/node/spender.ts'],
    find: 'if (!isSame(raw, transaction))',
    put: "if (raw === '')",
  },
  {
    name: 'who spent a number on the XRP Ledger need not have signed',
    files: ['src/xrpl/node/spender.ts'],
    find: 'return isSignature(signingBytes(signed), key, String(TxnSignature));',
    put: 'return true;',
  },
  {
    name: 'a failed TicketCreate is taken for one that took its row',
    files: ['src/xrpl/node/spender.ts'],
    find: "if (meta.TransactionResult !== 'tesSUCCESS') return false;",
    put: '',
  },
  {
    name: 'what a mempool dropped is taken for failed on Stacks',
    files: ['src/stacks/result.ts'],
    find: 'if (/^abort_by_|^problematic_skipped$/.test(status))',
    put: 'if (/^abort_by_|^problematic_skipped$|^dropped_/.test(status))',
  },
  {
    name: 'the codec of Stacks signs another nonce than it writes',
    files: ['src/stacks/wire/transaction.ts'],
    find: 'tail.setBigUint64(9, nonce);',
    put: 'tail.setBigUint64(9, nonce + 1n);',
  },
  {
    name: 'the bytes of a spender on Stacks need not have its id',
    files: ['src/stacks/wire/transaction.ts'],
    find: '=== txid;',
    put: "!== '';",
  },
  {
    name: 'the hash on the XRP Ledger leaves its prefix out',
    files: ['src/xrpl/wire/codec.ts'],
    find: 'sha512Half(concatBytes(HASH_PREFIX, bytesOf(blob)))',
    put: 'sha512Half(bytesOf(blob))',
  },
  {
    name: 'what the XRP Ledger may yet take is called refused',
    files: ['src/xrpl/node/engine-results.ts'],
    find: "if (code.startsWith('tem')) return undefined;",
    put: 'if (/^te[mf]/.test(code)) return undefined;',
  },
  {
    name: 'what waits for the number before its own is said to be in the way',
    files: ['src/xrpl/node/engine-results.ts'],
    find: "return { state: 'accepted', code, obstacle: { code, cure, tryForMs: IN_LINE_MS } };",
    put: "return { state: 'open', code, cure, tryForMs: IN_LINE_MS };",
  },
  {
    name: 'what an archive that failed might have shown does not exist',
    files: ['src/aptos/node/archive.ts'],
    find: 'if (found.failure) throw found.failure;',
    put: '',
  },
  {
    name: 'what a mempool has is taken for dropped on Stacks',
    files: ['src/stacks/node/lookup.ts'],
    find: 'if (hash === undefined || waits) return',
    put: 'if (hash === undefined) return',
  },
  {
    name: 'a guard’s objection to what has landed is a refusal on Stacks',
    files: ['src/stacks/operations/submission.ts'],
    find: 'if (nonce > transaction.nonce) return',
    put: 'if (nonce < 0n) return',
  },
  {
    name: 'what replaces a transaction on Stacks need not have been signed before',
    files: ['src/stacks/operations/replacing.ts'],
    find: 'if (isSpentIn(raw, own, undefined)) return original;',
    put: "if (raw !== '') return original;",
  },
  {
    name: 'a transaction of another account is taken for a native transfer',
    files: ['src/xrpl/node/lookup.ts'],
    find: 'if (known?.tx_json.Account !== address) return undefined;',
    put: 'if (!known) return undefined;',
  },
  {
    name: 'one node says where the rewards of a changed stake are paid',
    files: ['src/stacks/node/ledger.ts'],
    find: "return agreed('stacks', count, asked, wordsOf);",
    put: "return agreed('stacks', 1, asked, wordsOf);",
  },
];
