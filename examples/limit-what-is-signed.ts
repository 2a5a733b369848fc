// A co-signer's callback handler that approves only XRP payments to known recipients, with a limit for each vault
// account and day. Two handlers share the counters through a store, as two replicas do; replace the memory store
// by `redisStore` or a store of your own.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { FireblocksRawSigner, XrplGateway } from 'custody-gateways';
import { type CallbackDecision, callbackHandler } from 'custody-gateways/fireblocks';
import { toNodeListener } from 'custody-gateways/http';
import { startSandbox } from 'custody-gateways/sandbox';
import { memoryStore, type Store } from 'custody-gateways/store';
import { type UnsignedTransaction, xrplCodec } from 'custody-gateways/xrpl';

const DAY_MS = 86_400_000;
const DROPS_A_DAY = 50_000_000n;
const PAYMENTS_A_DAY = 1_000;
/** A higher fee would be a way to burn funds. */
const MAX_FEE = 10_000n;
/** About five hours: payments that are valid longer could be collected, and sent all at once. */
const MAX_LEDGERS = 5_000;
const FIELDS = new Set(
  'TransactionType Account Fee Sequence LastLedgerSequence SigningPubKey NetworkID Flags Memos'
    .split(' ')
    .concat('Destination', 'DestinationTag', 'Amount'),
);

type Transaction = UnsignedTransaction;

/** The cost of a plain XRP payment for its sender, in drops; `undefined` for any other transaction. */
function dropsOf(transaction: Transaction, ledger: number): bigint | undefined {
  const { TransactionType, Amount, Fee, LastLedgerSequence } = transaction;
  // An unknown field may change the meaning of a payment: refuse it, rather than guess.
  const isPlain = Object.keys(transaction).every((name) => FIELDS.has(name));
  if (TransactionType !== 'Payment' || typeof Amount !== 'string' || !isPlain) return undefined;
  const isSoon = LastLedgerSequence <= ledger + MAX_LEDGERS;
  const isPaid = BigInt(Amount) > 0n && BigInt(Fee) <= MAX_FEE;
  return isSoon && isPaid ? BigInt(Amount) + BigInt(Fee) : undefined;
}

/** The customers of an exchange share one address, and the tag distinguishes them. */
const recipientOf = ({ Destination, DestinationTag }: Transaction) =>
  `${Destination} ${DestinationTag ?? ''}`;

/**
 * Deducts a sum from the day's limit of a vault account, once for each of Fireblocks' transactions, since the
 * co-signer may ask again. An approved payment counts, whether it lands or not.
 */
async function maySpend(store: Store, vault: string, txId: string, drops: bigint) {
  const key = `spent:${vault}:${Math.floor(Date.now() / DAY_MS)}`;
  await store.setIfAbsent(key, '{}', 2 * DAY_MS);
  for (let tries = 0; tries < 20; tries++) {
    const before = (await store.get(key)) ?? '{}';
    const { [txId]: known, ...others }: Record<string, string> = JSON.parse(before);
    if (known !== undefined) return BigInt(known) === drops;
    const spent = Object.values(others).reduce((sum, one) => sum + BigInt(one), 0n);
    const isFull = Object.keys(others).length >= PAYMENTS_A_DAY;
    if (isFull || spent + drops > DROPS_A_DAY) return false;
    const after = JSON.stringify({ ...others, [txId]: `${drops}` });
    if (await store.compareAndSet(key, before, after, 2 * DAY_MS)) return true;
  }
  throw new Error('too many requests at once'); // the co-signer hears RETRY
}

const sandbox = await startSandbox();
const { apiKey, apiSecret, url: basePath } = sandbox.custody;
const gateway = new XrplGateway({
  signer: new FireblocksRawSigner({ apiKey, apiSecret, basePath }),
  network: { url: sandbox.xrpl.url, networkId: sandbox.xrpl.networkId },
  // Of Fireblocks' own transfers a co-signer is not told the tag, nor what the fee may be.
  nativeTransfers: false,
});
const [treasury, friend, stranger] = await Promise.all(
  ['0', '1', '2'].map((vault) => gateway.getAddress(vault)),
);
for (const address of [treasury, friend, stranger]) {
  await sandbox.xrpl.fund(address ?? '', 200_000_000n);
}

const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const coSignerPublicKey = await sandbox.custody.callbacks.publicKey();
const recipients: ReadonlySet<string> = new Set([`${friend} `]);
const refused = (reason: string): CallbackDecision => ({ action: 'REJECT', reason });

/** Read from a node of our own: a holder of the API key can make Fireblocks show any text. */
async function currentLedger(): Promise<number> {
  const body = JSON.stringify({ method: 'ledger_current', params: [{}] });
  const answer = await fetch(sandbox.xrpl.url, { method: 'POST', body });
  const { result } = (await answer.json()) as { result: { ledger_current_index: number } };
  return result.ledger_current_index;
}

const newHandler = (store: Store) =>
  callbackHandler({
    coSignerPublicKey,
    responseKey: own.privateKey,
    codecs: [xrplCodec],
    store,
    vaults: ['0'],
    addressOf: ({ vaultAccountId }) => (vaultAccountId === '0' ? treasury : undefined),
    decide: async (request) => {
      const { vaultAccountId, txId } = request;
      if (request.kind !== 'raw' || !request.vaultChecked || !vaultAccountId || !txId) {
        return refused('only payments of a known vault account');
      }
      const ledger = await currentLedger();
      let sum = 0n;
      for (const { transaction } of request.transactions) {
        const drops = dropsOf(transaction, ledger);
        if (drops === undefined) return refused('only plain XRP payments');
        if (!recipients.has(recipientOf(transaction))) return refused('not to this recipient');
        sum += drops;
      }
      return (await maySpend(store, vaultAccountId, txId, sum))
        ? { action: 'APPROVE' }
        : refused('more than the limit of a day');
    },
  });

const shared = memoryStore();
const servers = [newHandler(shared), newHandler(shared)].map((handler) =>
  createServer(toNodeListener(handler)).listen(0, '127.0.0.1'),
);
await Promise.all(
  servers.map((server) => new Promise((resolve) => server.on('listening', resolve))),
);

async function pay(handler: number, to: string | undefined, xrp: bigint): Promise<string> {
  const address = servers[handler]?.address();
  if (typeof address !== 'object' || address === null)
    throw new Error('the handler does not listen');
  const handlerPublicKey = own.publicKey;
  sandbox.custody.callbacksTo(`http://127.0.0.1:${address.port}`, { handlerPublicKey });
  return gateway.transfer('0', { to: to ?? '', amount: `${xrp} XRP` }).then(
    ({ status }) => status,
    (refusal: { code: string }) => refusal.code,
  );
}

console.log(await pay(0, friend, 30n)); // confirmed
console.log(await pay(1, stranger, 1n)); // SIGNATURE_REJECTED: not to this recipient
console.log(await pay(1, friend, 30n)); // SIGNATURE_REJECTED: with the 30 of before, more than 50
console.log(await pay(1, friend, 10n)); // confirmed

for (const server of servers) server.close();
await sandbox.stop();
