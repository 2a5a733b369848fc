import { Ledger } from '../../../src/stacks/node/ledger.js';
import { callByRoute } from '../../live/exchanges.js';
import { answeringNodes } from '../../support/answering-nodes.js';
import { answer } from '../support/api-node.js';
import { CALLS, type CallName } from './calls.js';
import { OF_V1 } from './readings.js';

/** A node that answers this one call so, and whatever else it is asked as any would. */
export function nodeThatAnswers(name: CallName, status: number, text: string) {
  const versionOf = (path: string) => {
    if (name === 'release') return path.startsWith('/extended/v3') ? 'v3' : 'v1';
    return name.startsWith('v1') ? 'v1' : 'v3';
  };
  const asked: string[] = [];
  const nodes = answeringNodes('stacks', (url, { method = 'GET' }) => {
    const isFirstPage = !url.searchParams.has('cursor');
    if (!isFirstPage || callByRoute([CALLS[name]], method, url.pathname) !== CALLS[name]) {
      const version = versionOf(url.pathname);
      return answer(version, version === 'v1' ? { waiting: [OF_V1] } : {}, url);
    }
    asked.push(name);
    return new Response(text, { status });
  });
  return { ledger: new Ledger(nodes, 0x80000000), asked };
}
