import type { CustodySnapshot } from '../../../src/sandbox/index.js';
import { newWorld, type World } from '../../support/world.js';

const CREDENTIAL = '4B5943';

/** Has a gateway do everything it can, and gives what it had the custody sign for that. */
export async function everyOperation(world: World): Promise<readonly CustodySnapshot[]> {
  const { gateway, sandbox } = world;
  const [holder = '', issuer = '', shared = ''] = ['0', '1', '2'].map((vault) =>
    sandbox.custody.addressOf(vault, 'XRP_TEST'),
  );
  const usd = (value: string) => ({ currency: 'USD', issuer, value });
  await gateway.accountSet('1', { configs: { setFlag: { asfAllowTrustLineClawback: true } } });
  await gateway.accountSet('1', { configs: { setFlag: { asfDefaultRipple: true } } });
  await gateway.trustSet('0', { limitAmount: usd('1000') });
  await gateway.tokenTransfer('1', { destination: holder, amount: usd('100') });
  await gateway.burnToken('0', { amount: usd('1') });
  await gateway.freezeToken('1', { holder, currency: 'USD', freeze: true });
  await gateway.freezeToken('1', { holder, currency: 'USD', freeze: false });
  await gateway.clawback('1', { holder, currency: 'USD', value: '1' });
  const placed = await gateway.offerCreate('1', { sellAmount: usd('10'), buyAmount: '20000000' });
  await gateway.crossCurrencyPayment('0', {
    destination: holder,
    amount: usd('3'),
    sendMax: '7000000',
  });
  await gateway.offerCancel('1', { offerSequence: Number(placed.result.tx_json.Sequence) });
  await gateway.credentialCreate('1', { subject: holder, credentialType: CREDENTIAL, uri: 'AB' });
  await gateway.credentialAccept('0', { issuer, credentialType: CREDENTIAL });
  await gateway.credentialDelete('0', { issuer, credentialType: CREDENTIAL });
  await gateway.xrpTransfer('0', { destination: issuer, amount: '2' }, { native: false });
  await gateway.submitBatch('0', [
    { transactionType: 'xrpTransfer', params: { destination: issuer, amount: '1' } },
    { TransactionType: 'AccountSet', TickSize: 5 },
    { transactionType: 'xrpTransfer', params: { destination: shared, amount: '2' } },
  ]);
  await gateway.accountSet('1', { configs: { tickSize: 6 } }, { useTickets: true });
  await gateway.submit('2', {
    TransactionType: 'SignerListSet',
    SignerQuorum: 2,
    SignerEntries: [holder, issuer].map((Account) => ({
      SignerEntry: { Account, SignerWeight: 1 },
    })),
  });
  const many = await gateway.prepareMultisigned(
    { TransactionType: 'AccountSet', Account: shared, Domain: '6162' },
    2,
  );
  const signers = [
    await gateway.signMultisigned('0', many),
    await gateway.signMultisigned('1', many),
  ];
  await gateway.submitMultisigned(many, signers);
  return sandbox.custody.transactions;
}

/** A world with three funded accounts of its own. */
export function newCallbackWorld(): Promise<World> {
  return newWorld({ funded: ['0', '1', '2'], seed: 'callback' });
}
