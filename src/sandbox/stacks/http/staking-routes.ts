import { badRequest, notFound, type RouteHandler } from './route.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;

/** The signers of pox-5, page by page. What a cursor looks like is this server's own affair. */
export const stakingSigners: RouteHandler = ({ node, query }) => {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  const start = Number(query.get('cursor') ?? 0);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw badRequest(`querystring/limit must be <= ${MAX_LIMIT}`);
  }
  if (!Number.isInteger(start) || start < 0) throw badRequest('querystring/cursor is malformed');
  const signers = node.machine.signers();
  const next = start + limit;
  return {
    status: 200,
    json: {
      limit,
      total: signers.length,
      cursor: {
        next: next < signers.length ? `${next}` : null,
        previous: start > 0 ? `${Math.max(0, start - limit)}` : null,
        current: signers.length === 0 ? null : `${start}`,
      },
      results: signers.slice(start, next).map(signerJson),
    },
  };
};

export const stakingSigner: RouteHandler = ({ node, parts: [principal = ''] }) => {
  const found = node.machine.signers().find(({ signer }) => signer === principal);
  if (found === undefined) throw notFound('Staking signer not found');
  return { status: 200, json: signerJson(found) };
};

function signerJson({ signer, signerKey }: { signer: string; signerKey: string }) {
  return { signer, signer_key: `0x${signerKey}` };
}
