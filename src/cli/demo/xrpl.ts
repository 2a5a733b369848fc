import { formatAmount } from '../../core/amount.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { XrplConfirmed, XrplGateway } from '../../xrpl/index.js';
import { NOTES } from './approvals.js';
import type { DemoRun } from './run.js';

/** Tokens, offers, a slow approval and a refusal. */
export async function xrplDemo(
  run: DemoRun,
  { xrpl }: Sandbox,
  gateway: XrplGateway,
): Promise<void> {
  const { reporter } = run;
  run.begin('xrpl');
  const [treasury, issuer] = [gateway.forVault('0'), gateway.forVault('1')];
  const [treasuryAddress, issuerAddress] = await Promise.all([
    treasury.getAddress(),
    issuer.getAddress(),
  ]);
  await Promise.all([treasuryAddress, issuerAddress].map((at) => xrpl.fund(at, 1_000_000_000n)));
  reporter.note(
    'Two vault accounts. The custody platform holds their keys and signs; no key ever leaves it.',
    `  vault 0, the treasury  ${treasuryAddress}  1000 XRP`,
    `  vault 1, an issuer     ${issuerAddress}  1000 XRP`,
  );

  const usd = (value: string) => ({ currency: 'USD', issuer: issuerAddress, value });

  await run.step('The treasury trusts the issuer for up to 1000 USD (TrustSet).', () =>
    treasury.trustSet({ limitAmount: usd('1000') }),
  );
  await run.step('The issuer pays the treasury 250 USD (Payment of a token).', () =>
    issuer.tokenTransfer({ destination: treasuryAddress, amount: usd('250') }),
  );
  const offer = await run.step('The treasury offers 10 XRP for 5 USD (OfferCreate).', () =>
    treasury.offerCreate({ sellAmount: '10000000', buyAmount: usd('5') }),
  );
  await run.step('It cancels the offer (OfferCancel).', () =>
    treasury.offerCancel({ offerSequence: sequenceOf(offer) }),
  );
  await run.step('Alice takes her time to approve a transfer of 25 XRP.', () =>
    treasury.xrpTransfer(
      { destination: issuerAddress, amount: '25' },
      { native: false, note: NOTES.slow },
    ),
  );
  await run.step('A policy forbids a transfer of 900 XRP; nothing is signed or sent.', () =>
    treasury.xrpTransfer(
      { destination: issuerAddress, amount: '900' },
      { native: false, note: NOTES.forbidden },
    ),
  );
  const { xrp, tokens } = await treasury.getBalances();
  reporter.note(`The treasury has now ${inXrp(xrp.balance)} XRP and ${tokens[0]?.value} USD.`);
}

function sequenceOf(outcome: XrplConfirmed | undefined): number {
  return Number(outcome?.result.tx_json.Sequence ?? 0);
}

function inXrp(drops: string): string {
  return formatAmount(BigInt(drops), 6);
}
