import { describe, expect, test } from 'vitest';
import { Dependencies, type WatchedServices } from '../../src/cli/serve/dependencies.js';
import type { Fetch } from '../../src/core/http.js';
import { type Readiness, xrplHandler } from '../../src/handlers.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { ManualClock, settle } from '../support/manual-clock.js';

const CUSTODY = 'https://custody.test/v1/transactions';
const NODES = ['https://one.test/key-of-ours', 'https://two.test'];

/** What the services answer now: a status, or nothing, or nothing for ever, or a body for ever. */
class Services {
  readonly asked: string[] = [];
  readonly answers = new Map<string, number | 'refuses' | 'hangs' | 'never ends'>();
  readonly clock = new ManualClock();
  isStoreThere: boolean | undefined;

  readonly fetch: Fetch = (url, init) => {
    this.asked.push(url);
    const answer = this.answers.get(new URL(url).hostname) ?? 200;
    if (answer === 'refuses') return Promise.reject(new TypeError('fetch failed'));
    if (answer === 'hangs') {
      return new Promise((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    }
    if (answer === 'never ends') return Promise.resolve(new Response(new ReadableStream()));
    return Promise.resolve(new Response('{}', { status: answer }));
  };

  dependencies(): Dependencies {
    const watched: WatchedServices = {
      askCustody: (fetch) => async () => void (await (await fetch(CUSTODY, {})).text()),
      nodes: NODES.map((url) => ({ url, operator: url, headers: {} })),
      nodeQuestion: { method: 'GET', path: '/health' },
      ...(this.isStoreThere === undefined
        ? {}
        : { askStore: async () => void (await this.#store()) }),
    };
    return new Dependencies(watched, { clock: this.clock, fetch: this.fetch });
  }

  async #store(): Promise<void> {
    if (!this.isStoreThere) throw new Error('redis://user:password@redis is away');
  }
}

const ok = { status: 'ok', httpStatus: 200, at: expect.stringMatching(/^2023-11-14T/) };

describe('the readiness of a server', () => {
  test('tells custody, nodes and store apart, and names no more of a URL than its host', async () => {
    const services = new Services();
    services.isStoreThere = true;
    services.answers.set('one.test', 503).set('two.test', 'refuses');
    const readiness = await services.dependencies().readiness();
    const { at } = ok;
    expect(readiness).toEqual({
      isReady: true,
      dependencies: {
        custody: ok,
        nodes: [
          { host: 'one.test', status: 'failing', httpStatus: 503, at },
          { host: 'two.test', status: 'failing', at },
        ],
        store: { status: 'ok', at },
      },
    });
    expect(JSON.stringify(readiness)).not.toContain('key-of-ours');
  });

  test('is not lost with custody and nodes, which all replicas would lose at once', async () => {
    const services = new Services();
    for (const host of ['custody.test', 'one.test', 'two.test']) {
      services.answers.set(host, 'refuses');
    }
    const { isReady, dependencies } = await services.dependencies().readiness();
    expect([isReady, dependencies.custody.status]).toEqual([true, 'failing']);
  });

  test('is lost with the store, whose error is not shown', async () => {
    const services = new Services();
    services.isStoreThere = false;
    const readiness = await services.dependencies().readiness();
    expect(readiness).toMatchObject({
      isReady: false,
      dependencies: { store: { status: 'failing' } },
    });
    expect(JSON.stringify(readiness)).not.toContain('password');
  });

  test.each([
    [200, 'ok'],
    [404, 'ok'],
    [403, 'ok'],
    [429, 'ok'],
    [401, 'failing'],
    [500, 'failing'],
  ] as const)('counts HTTP %i of a service as %s', async (httpStatus, status) => {
    const services = new Services();
    services.answers.set('custody.test', httpStatus);
    const { dependencies } = await services.dependencies().readiness();
    expect(dependencies.custody).toMatchObject({ status, httpStatus });
  });

  test('asks a service once in 30 s at most, whoever asks and however it is', async () => {
    const services = new Services();
    services.answers.set('custody.test', 'refuses');
    const dependencies = services.dependencies();
    await Promise.all([dependencies.readiness(), dependencies.readiness()]);
    await services.clock.pass(29_000);
    await dependencies.readiness();
    expect(services.asked).toEqual([CUSTODY, ...NODES.map((url) => `${url}/health`)]);
    await services.clock.pass(2_000);
    await dependencies.readiness();
    expect(services.asked).toHaveLength(6);
  });

  test('learns from the calls of the gateway, and then asks nothing', async () => {
    const services = new Services();
    const dependencies = services.dependencies();
    services.answers.set('custody.test', 502).set('two.test', 'refuses');
    await (await dependencies.custodyFetch(CUSTODY, { method: 'POST' })).text();
    await (await dependencies.nodeFetch(`${NODES[0]}/anything`, {})).text();
    await dependencies.nodeFetch(`${NODES[1]}/anything`, {}).catch(() => undefined);
    await dependencies.nodeFetch('https://indexer.test/graphql', {});
    const asked = services.asked.length;
    const { custody, nodes } = (await dependencies.readiness()).dependencies;
    expect([custody, ...nodes].map(({ status }) => status)).toEqual(['failing', 'ok', 'failing']);
    expect(services.asked).toHaveLength(asked);
  });

  test('learns nothing from a call that its caller has ended', async () => {
    const services = new Services();
    const dependencies = services.dependencies();
    await dependencies.readiness();
    services.answers.set('custody.test', 'hangs');
    const controller = new AbortController();
    const call = dependencies.custodyFetch(CUSTODY, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toThrow('aborted');
    expect((await dependencies.readiness()).dependencies.custody.status).toBe('ok');
  });

  test.each([
    ['does not wait for a service that hangs, and says so once its time is over', 'hangs'],
    ['does not take a status for an answer whose body never ends', 'never ends'],
  ] as const)('%s', async (_, silence) => {
    const services = new Services();
    services.answers.set('one.test', silence);
    const dependencies = services.dependencies();
    const first = dependencies.readiness();
    await settle();
    await services.clock.pass(500);
    expect((await first).dependencies.nodes).toMatchObject([{ status: 'unknown' }, ok]);
    await services.clock.pass(5_000);
    const asked = services.asked.length;
    const { nodes } = (await dependencies.readiness()).dependencies;
    expect(nodes).toMatchObject([{ host: 'one.test', status: 'failing' }, ok]);
    expect(services.asked).toHaveLength(asked);
  });
});

describe('GET /readyz', () => {
  const gateway = new XrplGateway({
    signer: new LocalRawSigner({ seed: 'readiness', quiet: true }),
    network: 'testnet',
  });
  const asked = async (ready: () => boolean | Readiness | Promise<Readiness>) => {
    const answer = await xrplHandler(gateway, { ready })(new Request('http://localhost/readyz'));
    return [answer.status, await answer.json()];
  };

  test('shows the dependencies, whether the server is ready or not', async () => {
    const dependencies = { custody: { status: 'failing' }, store: { status: 'ok' } } as const;
    expect(await asked(async () => ({ isReady: true, dependencies }))).toEqual([
      200,
      { status: 'ready', dependencies },
    ]);
    expect(await asked(() => ({ isReady: false, dependencies }))).toEqual([
      503,
      { status: 'not ready', dependencies },
    ]);
  });

  test('goes by a check that only says yes or no, and counts an error as no', async () => {
    expect(await asked(() => true)).toEqual([200, { status: 'ready' }]);
    expect(await asked(() => false)).toEqual([503, { status: 'not ready' }]);
    const broken = () => Promise.reject(new Error('no node'));
    expect(await asked(broken)).toEqual([503, { status: 'not ready' }]);
  });
});
