// What the examples in the documentation may take for granted: gateways, and accounts that hold
// and owe what the examples move.

import { Aptos, AptosConfig, Network } from '@aptos-labs/ts-sdk';
import { AptosGateway } from 'custody-gateways/aptos';
import { startSandbox } from 'custody-gateways/sandbox';
import { LocalRawSigner } from 'custody-gateways/signer';
import { StacksGateway } from 'custody-gateways/stacks';
import { XrplGateway } from 'custody-gateways/xrpl';

export const sandbox = await startSandbox({ ledgerCloseMs: 50, stacks: { blockMs: 50 } });
export const gateway = new XrplGateway({
  signer: new LocalRawSigner({ seed: 'examples', quiet: true }),
  network: { url: sandbox.xrpl.url, networkId: sandbox.xrpl.networkId },
  polling: { firstMs: 20, factor: 1, maxMs: 20 },
});
export const [vaultAddress, issuerAddress, holderAddress, sharedAddress] = await Promise.all([
  gateway.getAddress('0'),
  gateway.getAddress('1'),
  gateway.getAddress('2'),
  gateway.getAddress('3'),
]);
const usd = (value: string) => ({ currency: 'USD', issuer: issuerAddress, value });

for (const address of [vaultAddress, issuerAddress, holderAddress, sharedAddress]) {
  await sandbox.xrpl.fund(address, 10_000_000_000n);
}
await gateway.accountSet('1', { configs: { setFlag: { asfAllowTrustLineClawback: true } } });
await gateway.accountSet('1', { configs: { setFlag: { asfDefaultRipple: true } } });
for (const vault of ['0', '2']) {
  await gateway.trustSet(vault, { limitAmount: usd('100000') });
  await gateway.tokenTransfer('1', {
    destination: vault === '0' ? vaultAddress : holderAddress,
    amount: usd('1000'),
  });
}
await gateway.offerCreate('1', { sellAmount: usd('100'), buyAmount: '200000000' });
await gateway.submit('3', {
  TransactionType: 'SignerListSet',
  SignerQuorum: 2,
  SignerEntries: [vaultAddress, issuerAddress].map((Account) => ({
    SignerEntry: { Account, SignerWeight: 1 },
  })),
});

export const aptosGateway = new AptosGateway({
  signer: new LocalRawSigner({ seed: 'examples', quiet: true }),
  network: sandbox.aptos,
  polling: { firstMs: 20, factor: 1, maxMs: 20 },
});
export const friendAddress = await aptosGateway.getAddress('2');
const dollar = { name: 'Dollar', symbol: 'USD', decimals: 6 };
export const tokenAddress = sandbox.aptos.createAsset(dollar);
for (const vault of ['0', '1']) {
  const address = await aptosGateway.getAddress(vault);
  sandbox.aptos.fund(address, 10_000_000_000n);
  sandbox.aptos.mint(tokenAddress, address, 10_000_000n);
}
const { fullnodeUrl: fullnode } = sandbox.aptos;
export const aptos = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode }));

export const stacksGateway = new StacksGateway({
  signer: new LocalRawSigner({ seed: 'examples', quiet: true }),
  network: sandbox.stacks,
  polling: { firstMs: 20, factor: 1, maxMs: 20 },
});
export const stacksFriend = await stacksGateway.getAddress('2');
const [sbtcAddress = '', sbtcName = ''] = sandbox.stacks.contracts.sbtc.split(/::|\./);
export const tokenContract = `${sbtcAddress}.${sbtcName}` as const;
for (const vault of ['0', '1']) {
  const address = await stacksGateway.getAddress(vault);
  sandbox.stacks.fund(address, 1_000_000_000_000n);
  sandbox.stacks.mintToken(sandbox.stacks.contracts.sbtc, address, 1_000_000n);
}
