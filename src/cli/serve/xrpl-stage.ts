import type { XrplGateway } from '../../xrpl/index.js';

/** `KYC` in hexadecimal, the form of a credential's type. */
const CREDENTIAL = '4B5943';

/**
 * Prepares a new sandbox's first vault accounts for the examples in the documents: vault account 1 issues USD
 * that 0 and 2 hold, and sells it; 0 itself issues EUR that 2 holds, and may claw it back; and a credential waits
 * for 0 to accept it.
 */
export async function stageXrpl(gateway: XrplGateway): Promise<void> {
  const [holder, issuer, friend] = await Promise.all(
    ['0', '1', '2'].map((id) => gateway.getAddress(id)),
  );
  if (!holder || !issuer || !friend) return;
  const usd = (value: string) => ({ currency: 'USD', issuer, value });
  const eur = (value: string) => ({ currency: 'EUR', issuer: holder, value });
  // A ledger allows this only for an account that owns nothing yet.
  const clawback = gateway.accountSet('0', {
    configs: { setFlag: { asfAllowTrustLineClawback: true } },
  });
  await Promise.all([
    clawback,
    // A trust line that is older than this setting does not ripple.
    gateway.accountSet('1', { configs: { setFlag: { asfDefaultRipple: true } } }),
  ]);
  await Promise.all([
    gateway.trustSet('0', { limitAmount: usd('1000000') }),
    gateway.trustSet('2', { limitAmount: usd('1000000') }),
    gateway.trustSet('2', { limitAmount: eur('1000000') }),
    gateway.credentialCreate('1', { subject: holder, credentialType: CREDENTIAL }),
  ]);
  await Promise.all([
    gateway.tokenTransfer('0', { destination: friend, amount: eur('100') }),
    gateway.tokenTransfer('1', { destination: holder, amount: usd('100') }),
    gateway.offerCreate('1', { sellAmount: usd('1000'), buyAmount: '1000000000' }),
  ]);
}
