import { pathInTarget, withTarget } from '../../http/request-target.js';
import type { LoopbackAnswer, LoopbackHandler, LoopbackRequest } from './peer.js';

/** Serves what answers a `Request` with a `Response`. */
export function served(handler: (request: Request) => Promise<Response>): LoopbackHandler {
  return async (request) => answerOf(await handler(requestOf(request)));
}

function requestOf({ method, path, headers, body }: LoopbackRequest): Request {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) sent.set(name, [value].flat().join(', '));
  }
  const bodiless = method === 'GET' || method === 'HEAD';
  const target = pathInTarget(path);
  const request = new Request(`http://127.0.0.1${target}`, {
    method,
    headers: sent,
    ...(bodiless || body.length === 0 ? {} : { body: new Uint8Array(body) }),
  });
  return withTarget(request, target);
}

async function answerOf(response: Response): Promise<LoopbackAnswer> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}
