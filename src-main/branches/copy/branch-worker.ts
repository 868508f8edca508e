/** Looks at a workspace and at its copy in a thread of its own, which ends with the copy. */

import { messageOf } from '#core/app-error';
import { answerInThread } from '#core/threads/answer-in-thread';
import { lookAfterCopy } from './look-after.ts';
import type { LookAnswer, LookQuestion } from './look-messages.ts';
import { type WalkedTree, walkTree } from './walk-tree.ts';

let before: WalkedTree = new Map();

answerInThread<LookQuestion, LookAnswer>(async (question) => {
  try {
    if (question.look === 'after') return { look: 'after', ...(await lookAfterCopy(before, question)) };
    before = await walkTree(question.workspace);
    return { look: 'before', bytes: bytesOfFiles(before) };
  } catch (error) {
    return { look: 'failed', message: messageOf(error) };
  }
});

function bytesOfFiles(tree: WalkedTree): number {
  let bytes = 0;
  for (const { kind, size } of tree.values()) if (kind === 'file') bytes += size;
  return bytes;
}
