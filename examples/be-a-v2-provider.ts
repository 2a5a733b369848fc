// A provider of the Provider Connectivity API v2 over a database of its own, and the platform's view of it. The
// database is SQLite (sql.js); any other with transactions and unique keys works as well. The kit does the rest:
// signatures, schemas, limits of pages, repetitions.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { providerServerHandler, toNodeListener } from 'custody-gateways/http';
import {
  assetKey,
  type BlockchainWithdrawal,
  keysetPage,
  type OrderedPageRequest,
  type Provider,
  ProviderApiClient,
  ProviderApiError,
  ProviderRefusal,
} from 'custody-gateways/provider';
import { RequestSigner, RequestVerifier } from 'custody-gateways/requests';
import initSqlJs, { type SqlValue } from 'sql.js';

const BTC = { blockchain: 'Bitcoin', cryptocurrencySymbol: 'BTC' };
const DECIMALS = 8;

const { Database } = await initSqlJs();
const database = new Database();
// Units are whole satoshis. They are exchanged as text, since a JavaScript number is no exact amount of money.
database.run(`
  CREATE TABLE accounts (id TEXT PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL);
  CREATE TABLE balances (
    account TEXT NOT NULL,
    asset TEXT NOT NULL,
    units INTEGER NOT NULL CHECK (units >= 0),
    PRIMARY KEY (account, asset)
  );
  CREATE TABLE withdrawals (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (account, idempotency_key)
  );
  INSERT INTO accounts VALUES
    ('main', 'key-of-a-customer', 'Main account'),
    ('theirs', 'key-of-another', 'Another customer');
  INSERT INTO balances VALUES
    ('main', '${assetKey(BTC)}', 500000000),
    ('theirs', '${assetKey(BTC)}', 100000000);
`);

function rows(sql: string, values: SqlValue[]): Record<string, string>[] {
  const statement = database.prepare(sql);
  try {
    statement.bind(values);
    const found: Record<string, string>[] = [];
    while (statement.step()) {
      const row = Object.entries(statement.getAsObject());
      found.push(Object.fromEntries(row.map(([name, value]) => [name, String(value)])));
    }
    return found;
  } finally {
    statement.free();
  }
}

/** All of it, or nothing. */
function transaction(work: () => void): void {
  database.run('BEGIN');
  try {
    work();
    database.run('COMMIT');
  } catch (error) {
    database.run('ROLLBACK');
    throw error;
  }
}

function unitsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  if (whole.length > 8 || fraction.length > DECIMALS) {
    throw new ProviderRefusal('bad-request', { message: 'That is no amount of satoshis.' });
  }
  return BigInt(`${whole}${fraction.padEnd(DECIMALS, '0')}`);
}

function amountOf(units: string): string {
  const digits = units.padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

const recordIn = (found: Record<string, string>[]): BlockchainWithdrawal | undefined =>
  found[0] && JSON.parse(found[0].record ?? '');

const withdrawalWith = (account: string, key: string) =>
  recordIn(
    rows('SELECT record FROM withdrawals WHERE account = ? AND idempotency_key = ?', [
      account,
      key,
    ]),
  );

// A cursor is a row's id; the next page begins at its number. There is no offset, and no row is read in vain.
const listWithdrawals = (account: string, request: OrderedPageRequest) =>
  keysetPage<BlockchainWithdrawal, string>(request, {
    position: async (id) => {
      const sql = 'SELECT number FROM withdrawals WHERE account = ? AND id = ?';
      return rows(sql, [account, id])[0]?.number;
    },
    rows: async ({ from, direction, limit }) => {
      const [order, behind] = direction === 'asc' ? ['ASC', '>'] : ['DESC', '<'];
      const start = from === undefined ? '' : `AND number ${behind} CAST(? AS INTEGER)`;
      const sql = `SELECT record FROM withdrawals WHERE account = ? ${start}
        ORDER BY number ${order} LIMIT ?`;
      const values = from === undefined ? [account, limit] : [account, from, limit];
      return rows(sql, values).map(({ record = '' }) => JSON.parse(record));
    },
  });

const exchange: Provider = {
  // Requests for methods and assets that are not declared here are refused before the methods below are called.
  capabilities: {
    listWithdrawalMethods: async () => [
      {
        id: 'bitcoin',
        withdrawal: { transferMethod: 'PublicBlockchain', asset: BTC },
        balanceAsset: BTC,
        minWithdrawalAmount: '0.0001',
      },
    ],
  },
  accounts: {
    list: async (_, { apiKey }) =>
      rows('SELECT id, title FROM accounts WHERE owner = ?', [apiKey]).map(
        ({ id = '', title = '' }) => ({ id, title, status: 'active' }),
      ),
    get: async (id, _, { apiKey }) => {
      const sql = 'SELECT id, title FROM accounts WHERE owner = ? AND id = ?';
      const [found] = rows(sql, [apiKey, id]);
      return found && { id: found.id ?? '', title: found.title ?? '', status: 'active' };
    },
  },
  balances: {
    list: async (account) => {
      const sql =
        'SELECT CAST(units AS TEXT) AS units FROM balances WHERE account = ? AND asset = ?';
      return rows(sql, [account, assetKey(BTC)]).map(({ units = '0' }) => ({
        id: 'BTC',
        asset: BTC,
        availableAmount: amountOf(units),
      }));
    },
  },
  // Transfers of every kind: here there is only one kind, and no deposits.
  transfers: {
    listWithdrawals,
    getWithdrawal: async (account, id) =>
      recordIn(rows('SELECT record FROM withdrawals WHERE account = ? AND id = ?', [account, id])),
    listDeposits: async () => [],
    getDeposit: async () => undefined,
  },
  transfersBlockchain: {
    listWithdrawals,
    withdraw: async (account, { idempotencyKey, balanceAsset, balanceAmount, destination }) => {
      // The kit's store is in memory here, and knows nothing after a crash; the database does.
      const earlier = withdrawalWith(account, idempotencyKey);
      if (earlier) return earlier;
      const asset = assetKey(balanceAsset);
      const units = unitsOf(balanceAmount);
      // The caller gives both amounts, the one that leaves and the one that arrives. The kit compares them too;
      // it is checked again here, since it is about to be paid.
      if (assetKey(destination.asset) !== asset || unitsOf(destination.amount) !== units) {
        throw new ProviderRefusal('bad-request', { message: 'What arrives is not what leaves.' });
      }
      const record: BlockchainWithdrawal = {
        id: crypto.randomUUID(),
        balanceAsset,
        balanceAmount,
        destination,
        status: 'pending',
        createdAt: new Date().toISOString(),
      };
      transaction(() => {
        const taken = rows(
          `UPDATE balances SET units = units - CAST(? AS INTEGER)
           WHERE account = ? AND asset = ? AND units >= CAST(? AS INTEGER) RETURNING account`,
          [`${units}`, account, asset, `${units}`],
        );
        if (taken.length === 0) {
          throw new ProviderRefusal('bad-request', { message: 'The account has less than that.' });
        }
        // Stored with the key, and in the same database transaction as the balance, so that a repetition after a
        // crash finds it.
        database.run(
          'INSERT INTO withdrawals (id, account, idempotency_key, record) VALUES (?, ?, ?, ?)',
          [record.id, account, idempotencyKey, JSON.stringify(record)],
        );
      });
      return record;
    },
    findWithdrawal: async (account, key) => withdrawalWith(account, key),
  },
};

const scheme = {
  algorithm: 'hmac-sha512',
  preEncoding: 'base64',
  postEncoding: 'base64',
} as const;
const keys = {
  'key-of-a-customer': 'the secret that belongs to it',
  'key-of-another': 'another secret',
};
const handler = providerServerHandler(exchange, {
  verifier: new RequestVerifier({ ...scheme, keys }),
  onError: ({ path, error }) => console.log(path, error instanceof Error ? error.message : error),
});
const server = createServer(toNodeListener(handler));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

// The calls that the platform makes.
const { port } = server.address() as AddressInfo;
const [apiKey = '', secret = ''] = Object.entries(keys)[0] ?? [];
const client = new ProviderApiClient({
  baseUrl: `http://127.0.0.1:${port}`,
  signer: new RequestSigner({ ...scheme, apiKey, secret }),
});

const withdrawal = (amount: string) => ({
  balanceAsset: BTC,
  balanceAmount: amount,
  destination: {
    transferMethod: 'PublicBlockchain' as const,
    asset: BTC,
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    amount,
  },
});
const { blockchain, withdrawals } = client.transfers;
const first = blockchain.withdraw('main', withdrawal('1.5'));
const { idempotencyKey } = first;
const again = blockchain.withdraw('main', { ...withdrawal('1.5'), idempotencyKey });
console.log((await first).id === (await again).id); // true: one key, one withdrawal
for (const amount of ['0.1', '0.2', '0.3', '0.4']) {
  await blockchain.withdraw('main', withdrawal(amount));
}
console.log((await client.balances.list('main')).items[0]?.availableAmount); // '2.50000000'

const amounts: string[] = [];
for await (const each of withdrawals.list('main', { limit: 2 })) amounts.push(each.balanceAmount);
console.log(amounts); // ['0.4', '0.3', '0.2', '0.1', '1.5'], in three pages

const tooMuch = await blockchain.withdraw('main', withdrawal('3')).catch((error) => error);
console.log(tooMuch instanceof ProviderApiError && tooMuch.message); // 'Refused: The account ...'

server.closeAllConnections();
server.close();
database.close();
