// The operations of provider-api.md, as its table has them: component, operation, method and path (of the
// published OpenAPI document where the document shows none), record, list property, order, body.
import { BODIES, type BodyName } from './provider-bodies.js';
import { COLLATERAL_ID, RECORDS, type RecordName } from './provider-records.js';

const TABLE = `
capabilities | list additional assets | GET /capabilities/assets | Asset | assets | - | -
capabilities | get additional asset | GET /capabilities/assets/{id} | Asset | - | - | -
capabilities | list possible asset conversions | GET /capabilities/liquidity/quotes | Asset conversion | capabilities | - | -
capabilities | getWithdrawalMethods | GET {in}/capabilities/transfers/withdrawals | Withdrawal method | capabilities | - | -
capabilities | getDepositMethods | GET {in}/capabilities/transfers/deposits | Deposit method | capabilities | - | -
capabilities | list ramp methods | GET {in}/capabilities/ramps | Ramp method | capabilities | - | -
accounts | list sub-accounts | GET /accounts | Account | accounts | - | -
accounts | get sub-account | GET {in} | Account | - | - | -
balances | get current balances | GET {in}/balances | Balance | balances | - | -
rates | get rate | GET {in}/rate | Rate | - | - | -
liquidity | create quote | POST {in}/liquidity/quotes | Quote | - | - | Quote creation
liquidity | list quotes | GET {in}/liquidity/quotes | Quote | quotes | order | -
liquidity | get quote | GET {in}/liquidity/quotes/{id} | Quote | - | - | -
liquidity | execute quote | POST {in}/liquidity/quotes/{id}/execute | Quote | - | - | -
transfers | list withdrawals | GET {in}/transfers/withdrawals | Withdrawal / fiat | withdrawals | order | -
transfers | get withdrawal | GET {in}/transfers/withdrawals/{id} | Withdrawal / fiat | - | - | -
transfers | list deposits | GET {in}/transfers/deposits | Deposit | deposits | - | -
transfers | get deposit | GET {in}/transfers/deposits/{id} | Deposit | - | - | -
transfersBlockchain | list blockchain withdrawals | GET {in}/transfers/withdrawals/blockchain | Withdrawal / blockchain | withdrawals | order | -
transfersBlockchain | create blockchain withdrawal | POST {in}/transfers/withdrawals/blockchain | Withdrawal / blockchain | - | - | Blockchain withdrawal
transfersBlockchain | createDepositAddress | POST {in}/transfers/deposits/addresses | Deposit address | - | - | Deposit address creation
transfersBlockchain | getDepositAddresses | GET {in}/transfers/deposits/addresses | Deposit address | addresses | - | -
transfersBlockchain | get deposit address | GET {in}/transfers/deposits/addresses/{id} | Deposit address | - | - | -
transfersBlockchain | disable deposit address | DELETE {in}/transfers/deposits/addresses/{id} | Deposit address | - | - | -
transfersFiat | list fiat withdrawals | GET {in}/transfers/withdrawals/fiat | Withdrawal / fiat | withdrawals | order | -
transfersFiat | createFiatWithdrawal | POST {in}/transfers/withdrawals/fiat | Withdrawal / fiat | - | - | Fiat withdrawal
transfersPeerAccounts | list withdrawals to peer accounts | GET {in}/transfers/withdrawals/peeraccount | Withdrawal / peer account | withdrawals | order | -
transfersPeerAccounts | create withdrawal to peer account | POST {in}/transfers/withdrawals/peeraccount | Withdrawal / peer account | - | - | Peer account withdrawal
transfersInternal | list withdrawals to sub-accounts | GET {in}/transfers/withdrawals/subaccount | Withdrawal / internal | withdrawals | order | -
transfersInternal | create transfer to another sub-account | POST {in}/transfers/withdrawals/subaccount | Withdrawal / internal | - | - | Internal transfer
ramps | list ramps | GET {in}/ramps | Ramp | ramps | order | -
ramps | initiate ramp | POST {in}/ramps | Ramp | - | - | Ramp initiation
ramps | get ramp | GET {in}/ramps/{id} | Ramp | - | - | -
collateral | register collateral deposit address | POST {off}/addresses | Collateral deposit address | - | - | Collateral deposit address registration
collateral | list collateral deposit addresses | GET {off}/addresses | Collateral deposit address | addresses | - | -
collateral | get collateral deposit address | GET {off}/addresses/{id} | Collateral deposit address | - | - | -
collateral | deposit preflight | POST {off}/intents/deposits | Deposit preflight | - | - | Collateral deposit preflight
collateral | register deposit transaction | POST {off}/deposits | Collateral transaction / deposit | - | - | Collateral deposit registration
collateral | list deposit transactions | GET {off}/deposits | Collateral transaction / deposit | transactions | - | -
collateral | get deposit transaction | GET {off}/deposits/{collateralTxId} | Collateral transaction / deposit | - | - | -
collateral | withdrawal preflight | POST {off}/intents/withdrawals | Withdrawal preflight | - | - | Collateral withdrawal preflight
collateral | notify of withdrawal | POST {off}/withdrawals | Collateral transaction / withdrawal | - | - | Collateral withdrawal notification
collateral | list withdrawal transactions | GET {off}/withdrawals | Collateral transaction / withdrawal | transactions | - | -
collateral | get withdrawal transaction | GET {off}/withdrawals/{collateralTxId} | Collateral transaction / withdrawal | - | - | -
collateral | initiate settlement request | POST {off}/settlement | Settlement instructions | - | - | Settlement request
collateral | get current settlement instructions | GET {off}/settlement | Settlement instructions | - | - | -
collateral | get settlement details | GET {off}/settlements/{settlementVersion} | Settlement | - | - | -
`;

export interface Documented {
  readonly component: string;
  readonly title: string;
  readonly method: string;
  /** With every variable filled in. */
  readonly path: string;
  /** With its variables in braces. */
  readonly template: string;
  readonly record: RecordName;
  /** The list's property. */
  readonly list: string | undefined;
  readonly ordered: boolean;
  readonly body: BodyName | undefined;
  readonly offExchange: boolean;
}

const PLACES: Readonly<Record<string, string>> = {
  '{in}': '/accounts/{accountId}',
  '{off}': '/accounts/{accountId}/collateral/{collateralId}',
};

const isRecord = (name: string): name is RecordName => Object.hasOwn(RECORDS, name);
const isBody = (name: string): name is BodyName => Object.hasOwn(BODIES, name);

/** Every operation but the description of the capabilities. */
export const PROVIDER: readonly Documented[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [component = '', title = '', place = '', record = '', list, order, body = ''] =
      line.split(' | ');
    const [method = '', short = ''] = place.split(' ');
    const template = short.replace(/\{(in|off)\}/, (name) => PLACES[name] ?? '');
    if (!isRecord(record)) throw new Error(`${title}: no record ${record}`);
    const path = filled(template, record);
    return {
      component,
      title,
      method,
      path,
      template,
      record,
      list: list === '-' ? undefined : list,
      ordered: order === 'order',
      body: isBody(body) ? body : undefined,
      offExchange: template.includes('{collateralId}'),
    };
  });

function filled(template: string, record: RecordName): string {
  const { id = '' } = { id: undefined, ...RECORDS[record] };
  const values: Readonly<Record<string, string>> = {
    accountId: 'main',
    collateralId: COLLATERAL_ID,
    collateralTxId: 't-1',
    settlementVersion: '1',
    id,
  };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
