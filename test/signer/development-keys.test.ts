import { describe, expect, test } from 'vitest';
import {
  AptosGateway,
  ConfigurationError,
  LocalRawSigner,
  StacksGateway,
  XrplGateway,
} from '../../src/index.js';

const keys = { seed: 'development only', quiet: true };
const development = new LocalRawSigner(keys);
const allowed = new LocalRawSigner({ ...keys, allowMainnet: true });

const aptos = { fullnodeUrl: 'https://node.example/v1', indexerUrl: 'https://index.example/v1' };

describe('keys for development', () => {
  test.each([
    ['xrpl', (signer: LocalRawSigner) => new XrplGateway({ signer, network: 'mainnet' })],
    ['aptos', (signer: LocalRawSigner) => new AptosGateway({ signer, network: 'aptos-mainnet' })],
    [
      'movement',
      (signer: LocalRawSigner) => new AptosGateway({ signer, network: { ...aptos, chainId: 126 } }),
    ],
    ['stacks', (signer: LocalRawSigner) => new StacksGateway({ signer, network: 'mainnet' })],
  ])('sign for the mainnet of %s only where that is said', (_, gatewayOf) => {
    expect(() => gatewayOf(development)).toThrow(ConfigurationError);
    expect(() => gatewayOf(development)).toThrow(/^signer: .*allowMainnet: true/);
    expect(() => gatewayOf(allowed)).not.toThrow();
  });

  test('sign for test networks', () => {
    expect(() => new XrplGateway({ signer: development, network: 'testnet' })).not.toThrow();
    expect(() => new StacksGateway({ signer: development, network: 'testnet' })).not.toThrow();
    expect(() => new AptosGateway({ signer: development, network: 'aptos-testnet' })).not.toThrow();
  });
});
