import { expect, it } from 'vitest';
import { XrplNodeError } from '../../src/xrpl/index.js';
import { submitBlob } from '../../src/xrpl/node/submission.js';
import { FakeXrplNode } from '../support/fake-xrpl-node.js';
import { nodeOver } from '../support/xrpl-node.js';

function submittedTo(answer: () => object) {
  const transport = new FakeXrplNode().on('submit', answer);
  return submitBlob(nodeOver(transport), 'AB', {});
}

function failing(error: string): () => never {
  return () => {
    throw new XrplNodeError(error, 'fails local checks: no');
  };
}

it('a blob that fails a node’s own checks is refused', async () => {
  const submission = await submittedTo(failing('invalidTransaction'));
  expect(submission).toMatchObject({ state: 'refused', code: 'invalidTransaction' });
});

it('any other error of a node says nothing of the blob', async () => {
  await expect(submittedTo(failing('internal'))).rejects.toBeInstanceOf(XrplNodeError);
});

it.each([
  ['tesSUCCESS', {}, 'accepted'],
  ['tecPATH_DRY', {}, 'accepted'],
  ['terQUEUED', { queued: true }, 'accepted'],
  ['terPRE_SEQ', {}, 'accepted'],
  ['telINSUF_FEE_P', { applied: true }, 'open'],
  ['tefPAST_SEQ', {}, 'open'],
  ['temBAD_FEE', {}, 'refused'],
])('%s leaves a blob as it should', async (engine_result, more, state) => {
  expect(await submittedTo(() => ({ engine_result, ...more }))).toMatchObject({ state });
});
