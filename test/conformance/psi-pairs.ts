import { wrongHistory } from '../../src-main/chat/history/pair-check.ts';
import { comparing } from './compare-cases.ts';

/** Whether what a workspace's compaction gave back can be sent. */
export const psiPairs = comparing((input) => {
  const wrong = wrongHistory((input as { readonly compacted: unknown }).compacted);
  return wrong ? { error: wrong.problem } : { accepted: true };
});
