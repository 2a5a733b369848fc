import type { HttpHandler } from '../../src/handlers.js';
import type { HostileRequest } from '../support/hostile-requests.js';
import { written } from './connection.js';

const GIVEN_UP = 504;

/** What a request was answered with. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  /** Where it is told. */
  readonly requestId: string | undefined;
}

/** As it will be sent, so that it can be signed: what a platform can't make a `Request` of goes over a connection. */
export function prepared(request: HostileRequest): HostileRequest {
  const asked = request.isRaw ? undefined : requestOf(request);
  if (!asked) return { ...request, isRaw: true };
  const { pathname, search } = new URL(asked.url);
  return { ...request, method: asked.method, target: pathname + search };
}

/** Asks a handler, byte for byte or as a platform that makes the `Request` itself. */
export async function exchanged(handler: HttpHandler, request: HostileRequest): Promise<Answered> {
  const direct = request.isRaw ? undefined : requestOf(request);
  if (direct) {
    const response = await handler(direct);
    const requestId = response.headers.get('x-request-id') ?? undefined;
    return { status: response.status, text: await response.text(), requestId };
  }
  const { text, statuses } = await written(handler, request);
  // What is no request is refused without the handler; and who has gone sees nothing of what it answers, so
  // that it gives up what nobody waits for.
  const shown = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  const unseen = statuses.filter((status) => status !== GIVEN_UP);
  const requestId = /^x-request-id: (.*)\r$/im.exec(text)?.[1];
  return { status: Math.max(shown, ...unseen), text, requestId };
}

/** As the platform's own classes have it, if they have it at all. */
function requestOf(hostile: HostileRequest): Request | undefined {
  const { method, target, body, cutAt } = hostile;
  const headers = new Headers();
  try {
    for (const [name, value] of hostile.headers) headers.append(name, value);
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const url = `http://localhost${target}`;
    const init: RequestInit = { method, headers };
    if (!hasBody) return new Request(url, init);
    const isWhole = cutAt === undefined || cutAt >= body.length;
    const content = isWhole ? new Uint8Array(body) : brokenOff(body.slice(0, cutAt));
    return new Request(url, { ...init, body: content, duplex: 'half' });
  } catch {
    return undefined;
  }
}

function brokenOff(beginning: Uint8Array): ReadableStream<Uint8Array> {
  let isBegun = beginning.length === 0;
  return new ReadableStream({
    pull(controller) {
      if (isBegun) {
        controller.error(new TypeError('terminated'));
      } else {
        isBegun = true;
        controller.enqueue(beginning);
      }
    },
  });
}
