import { versionOf } from './api-settings.js';
import type { RouteHandler } from './route.js';

/** What the API says of itself. */
export const status: RouteHandler = ({ node, api }) => {
  const { tip } = node.blocks;
  const name = api.tellsRelease ? `stacks-blockchain-api ${versionOf(api)}` : 'an API';
  return {
    status: 200,
    json: {
      server_version: name,
      status: 'ready',
      chain_tip: {
        block_height: tip.height,
        block_hash: tip.hash,
        index_block_hash: tip.indexHash,
        microblock_hash: '',
        microblock_sequence: 0,
        burn_block_height: tip.burnHeight,
      },
    },
  };
};
