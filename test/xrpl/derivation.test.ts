import { afterEach, describe, expect, it } from 'vitest';
import { XrplGateway, type XrplGatewayOptions } from '../../src/xrpl/index.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';
import { newWorld, type World } from '../support/world.js';

const ELSEWHERE = { addressIndex: 1 };
const DESTINATION = 'rnPAAUyTDxVNwQUVAGXyusB5EQN9hPSdxf';

function gatewayWith(options: Partial<XrplGatewayOptions>, signer = new RecordingSigner()) {
  return new XrplGateway({ signer, network: 'testnet', ...options });
}

describe('the key of a vault', () => {
  it.each<readonly [Partial<XrplGatewayOptions>, object]>([
    [{}, { assetId: 'XRP_TEST' }],
    [{ derivation: {} }, { path: { coinType: 1 } }],
    [{ network: 'mainnet', derivation: {} }, { path: { coinType: 144 } }],
    [{ derivation: ELSEWHERE }, { path: { coinType: 1, addressIndex: 1 } }],
    [{ derivation: { coinType: 144, change: 1 } }, { path: { coinType: 144, change: 1 } }],
  ])('with %j is found by %j', async (options, found) => {
    const signer = new RecordingSigner();
    const asked: unknown[] = [];
    const getPublicKey = signer.getPublicKey.bind(signer);
    signer.getPublicKey = (key) => {
      asked.push(key);
      return getPublicKey(key);
    };
    await gatewayWith(options, signer).getAddress('7');
    expect(asked).toEqual([{ algorithm: 'ecdsa-secp256k1', id: '7', ...found }]);
  });
});

describe('a transfer with a key that is not the wallet’s', () => {
  let world: World | undefined;
  afterEach(() => world?.stop());

  it('is not made by the custody platform, which would pay from the wallet', async () => {
    world = await newWorld();
    const gateway = world.another({ derivation: ELSEWHERE });
    const address = await gateway.getAddress('0');
    expect(address).not.toBe(await world.gateway.getAddress('0'));
    await world.sandbox.xrpl.fund(address, 1_000_000_000n);
    const paid = await gateway.xrpTransfer('0', { destination: DESTINATION, amount: '50' });
    expect(paid).toHaveProperty('result.tx_json.Account', address);
    expect(world.sandbox.custody.transactions).toHaveLength(1);
  });

  it('is refused where a setting or a call asks for that', async () => {
    const settings = { derivation: ELSEWHERE, nativeTransfers: true };
    expect(thrownBy(() => gatewayWith(settings))).toMatchObject({ setting: 'nativeTransfers' });
    expect(() => gatewayWith({ derivation: {}, nativeTransfers: true })).not.toThrow();
    const gateway = gatewayWith({ derivation: ELSEWHERE });
    const pay = gateway.xrpTransfer(
      '0',
      { destination: DESTINATION, amount: '1' },
      { native: true },
    );
    expect(await rejectionOf(pay)).toMatchObject({ field: 'options.native' });
  });
});

it.each(['apiKey', 'headers', 'timeoutMs'])(
  'a transport of one’s own has no use for %s',
  (name) => {
    const transport = { request: () => Promise.reject(new Error('nobody asks')) };
    const unread = { apiKey: 'key', headers: { 'x-own': 'a' }, timeoutMs: 5 };
    const given = { transport, [name]: Reflect.get(unread, name) };
    expect(thrownBy(() => gatewayWith(given))).toMatchObject({ setting: name });
  },
);
