import { notFound, type RouteHandler } from './route.js';
import { pageOfV3 } from './v3/pages.js';

interface Signer {
  readonly signer: string;
  readonly signerKey: string;
}

const PRINCIPAL =
  /^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{28,41}(\.[a-zA-Z]([a-zA-Z0-9]|[-_]){0,39})?$/;

/** The signers of pox-5, page by page, in the order of their names. */
export const stakingSigners: RouteHandler = ({ node, query }) => {
  const page = pageOfV3(
    {
      items: [...node.machine.signers()].sort((a, b) => (a.signer < b.signer ? -1 : 1)),
      cursorOf: ({ signer }: Signer) => signer,
      form: PRINCIPAL,
      isFrom: ({ signer }: Signer, cursor: string) => signer >= cursor,
      defaultLimit: 100,
      maxLimit: 250,
    },
    query,
  );
  return { status: 200, json: { ...page, results: page.results.map(signerJson) } };
};

export const stakingSigner: RouteHandler = ({ node, parts: [principal = ''] }) => {
  const found = node.machine.signers().find(({ signer }) => signer === principal);
  if (found === undefined) throw notFound('Staking signer not found');
  return { status: 200, json: signerJson(found) };
};

function signerJson({ signer, signerKey }: Signer) {
  return { signer, signer_key: `0x${signerKey}` };
}
