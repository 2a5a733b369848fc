import { formatAmount } from '../core/amount.js';
import { GatewayError } from '../core/errors.js';
import { FireblocksRawSigner } from '../custody/index.js';
import { type ApprovalRequest, type Sandbox, startSandbox } from '../sandbox/index.js';
import type { TransactionEvent } from '../transactions/index.js';
import { type XrplConfirmed, XrplGateway, type XrplNativeTransfer } from '../xrpl/index.js';

const SLOW_APPROVAL_MS = 3_000;
const SLOW = 'rent, to be approved by Alice';
const FORBIDDEN = 'to an unknown exchange';

/** Plays a few transactions through the custody's real wire protocol, on this machine alone. */
export async function runDemo(): Promise<number> {
  const sandbox = await startSandbox({ approvals, ledgerCloseMs: 500, seed: 'demo' });
  try {
    await xrplDemo(sandbox);
    return 0;
  } finally {
    await sandbox.stop();
  }
}

/** The custody's side of the demo: a rule that forbids, a person who takes her time. */
function approvals({ note = '' }: ApprovalRequest) {
  if (note.includes(FORBIDDEN)) return 'block' as const;
  if (note.includes(SLOW)) return { decision: 'approve', afterMs: SLOW_APPROVAL_MS } as const;
  return 'approve' as const;
}

async function xrplDemo(sandbox: Sandbox): Promise<void> {
  say('custody-gateways demo. A custody and an XRP Ledger run on this machine; nothing leaves it.');
  const { custody, xrpl } = sandbox;
  const signer = new FireblocksRawSigner({
    apiKey: custody.apiKey,
    apiSecret: custody.apiSecret,
    basePath: custody.url,
  });
  const gateway = new XrplGateway({
    signer,
    network: { url: xrpl.url, networkId: xrpl.networkId },
    onEvent: report,
  });
  const [treasury, issuer] = [gateway.forVault('0'), gateway.forVault('1')];
  const [treasuryAddress, issuerAddress] = await Promise.all([
    treasury.getAddress(),
    issuer.getAddress(),
  ]);
  await Promise.all([treasuryAddress, issuerAddress].map((at) => xrpl.fund(at, 1_000_000_000n)));
  say('');
  say('Two vault accounts. The custody holds their keys and signs; it never gives a key away.');
  say(`  vault 0, the treasury  ${treasuryAddress}  1000 XRP`);
  say(`  vault 1, an issuer     ${issuerAddress}  1000 XRP`);

  const usd = (value: string) => ({ currency: 'USD', issuer: issuerAddress, value });

  await step('The treasury trusts the issuer for up to 1000 USD (TrustSet).', () =>
    treasury.trustSet({ limitAmount: usd('1000') }),
  );
  await step('The issuer pays the treasury 250 USD (Payment of a token).', () =>
    issuer.tokenTransfer({ destination: treasuryAddress, amount: usd('250') }),
  );
  const offer = await step('The treasury offers 10 XRP for 5 USD (OfferCreate).', () =>
    treasury.offerCreate({ sellAmount: '10000000', buyAmount: usd('5') }),
  );
  await step('It takes the offer back (OfferCancel).', () =>
    treasury.offerCancel({ offerSequence: sequenceOf(offer) }),
  );
  await step(
    `Alice needs ${SLOW_APPROVAL_MS / 1_000} seconds to approve a transfer of 25 XRP.`,
    () =>
      treasury.xrpTransfer(
        { destination: issuerAddress, amount: '25' },
        { native: false, note: SLOW },
      ),
  );
  await step('A policy forbids a transfer of 900 XRP; nothing is signed or sent.', () =>
    treasury.xrpTransfer(
      { destination: issuerAddress, amount: '900' },
      { native: false, note: FORBIDDEN },
    ),
  );
  const { xrp, tokens } = await treasury.getBalances();
  say('');
  say(`The treasury ends with ${inXrp(xrp.balance)} XRP and ${tokens[0]?.value} USD.`);
}

/** Plays one step and says how it ended; a refusal is an ending too. */
async function step(
  title: string,
  play: () => Promise<XrplConfirmed | XrplNativeTransfer>,
): Promise<XrplConfirmed | XrplNativeTransfer | undefined> {
  say('');
  say(title);
  try {
    const outcome = await play();
    say(`  ${describe(outcome)}`);
    return outcome;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    say(`  ${error.name}: ${error.message}`);
    say(`  the custody's id: ${error.transaction?.custodyId}, hash: none, nothing was sent`);
    return undefined;
  }
}

function describe(outcome: XrplConfirmed | XrplNativeTransfer): string {
  if (!('result' in outcome)) return `${outcome.status}, hash ${outcome.txHash}`;
  const { hash, ledger_index, meta } = outcome.result;
  return `${meta.TransactionResult} in ledger ${ledger_index}, hash ${hash}`;
}

/** Tells what would otherwise be a silent wait. */
function report(event: TransactionEvent): void {
  if (event.type === 'custody-status' && event.status === 'PENDING_AUTHORIZATION') {
    say('  the custody waits for an approval ...');
  }
  if (event.type === 'signed') say('  signed by the custody, verified here');
}

function sequenceOf(outcome: XrplConfirmed | XrplNativeTransfer | undefined): number {
  return outcome && 'result' in outcome ? Number(outcome.result.tx_json.Sequence) : 0;
}

function inXrp(drops: string): string {
  return formatAmount(BigInt(drops), 6);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
