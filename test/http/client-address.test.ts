import { createServer } from 'node:http';
import { type AddressInfo, BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/core/errors.js';
import { clientAddress, toNodeListener } from '../../src/handlers.js';
import { addressList } from '../../src/http/networks.js';
import { thrownBy } from '../support/rejections.js';

async function addressSeen(
  trustedProxies: readonly string[] | undefined,
  forwardedFor?: string,
): Promise<string> {
  const listener = toNodeListener(
    async (request) => new Response(clientAddress(request)),
    trustedProxies && { trustedProxies },
  );
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    return await (await fetch(`http://127.0.0.1:${port}`, { headers })).text();
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe('clientAddress', () => {
  it('is whoever opened the connection, whatever that says', async () => {
    expect(await addressSeen(undefined)).toBe('127.0.0.1');
    expect(await addressSeen(undefined, '192.0.2.1')).toBe('127.0.0.1');
    expect(await addressSeen(['10.0.0.0/8'], '192.0.2.1')).toBe('127.0.0.1');
  });

  it('is the last that a trusted proxy did not write itself', async () => {
    const trusted = ['127.0.0.0/8', '10.0.0.0/8'];
    expect(await addressSeen(trusted)).toBe('127.0.0.1');
    expect(await addressSeen(trusted, '192.0.2.1')).toBe('192.0.2.1');
    expect(await addressSeen(trusted, '192.0.2.9, 192.0.2.1, 10.1.2.3')).toBe('192.0.2.1');
    expect(await addressSeen(trusted, '10.9.9.9, 10.1.2.3')).toBe('10.9.9.9');
    expect(await addressSeen(trusted, '192.0.2.1, nonsense')).toBe('nonsense');
  });

  it('is nothing for a request that somebody else made', () => {
    expect(clientAddress(new Request('http://host/'))).toBeUndefined();
  });

  it('needs proxies that are addresses', () => {
    for (const proxy of ['localhost', '10.0.0.0/33', '10.0.0', '::1/129', '1::2::3', '']) {
      const make = () => toNodeListener(async () => new Response(), { trustedProxies: [proxy] });
      expect(thrownBy(make)).toBeInstanceOf(ConfigurationError);
    }
  });
});

describe('lists of addresses', () => {
  const v4 = fc.ipV4();
  const v6 = fc.ipV6();

  it('hold what Node’s own lists hold', () => {
    const networks = fc.oneof(
      fc.tuple(v4, fc.integer({ min: 0, max: 32 }), fc.constant('ipv4' as const)),
      fc.tuple(v6, fc.integer({ min: 0, max: 128 }), fc.constant('ipv6' as const)),
    );
    fc.assert(
      fc.property(networks, fc.oneof(v4, v6), ([network, bits, family], address) => {
        // An IPv4 address in IPv6 clothes is one here, and both there.
        fc.pre(!/^[0:]*:ffff:/i.test(network) && !/^[0:]*:ffff:/i.test(address));
        const theirs = new BlockList();
        theirs.addSubnet(network, bits, family);
        const ours = addressList([`${network}/${bits}`]);
        const kind = isIP(address) === 4 ? 'ipv4' : 'ipv6';
        const mapped = kind === 'ipv4' && family === 'ipv6';
        expect(ours?.(network)).toBe(true);
        if (!mapped) expect(ours?.(address)).toBe(theirs.check(address, kind));
      }),
    );
  });

  it.each([
    '256.1.1.1',
    '1.2.3',
    '01.2.3.4',
    '1.2.3.4.5',
    ':::',
    '12345::',
    'g::',
    '1:2:3:4:5:6:7',
  ])('have no %s', (text) => {
    expect(addressList([text])).toBeUndefined();
    expect(addressList(['0.0.0.0/0', '::/0'])?.(text)).toBe(false);
  });
});
