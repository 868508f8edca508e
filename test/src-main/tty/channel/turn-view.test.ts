import { expect, test } from 'vitest';
import type { TurnProgress } from '#contract';
import { TurnView } from '../../../../src-main/tty/channel/turn-view.ts';
import type { Prompter } from '../../../../src-main/tty/editing/prompter.ts';

function shown(showsAll: boolean, ...turn: readonly TurnProgress[]): string {
  let text = '';
  const print = (more: string) => {
    text += `${more}
`;
  };
  const view = new TurnView({ print } as unknown as Prompter, () => 80, showsAll);
  for (const one of turn) view.show(one);
  return text;
}

const retry: TurnProgress = { kind: 'note', text: 'Trying again' };
const words: TurnProgress = { kind: 'text', text: 'Half an' };
const cut: TurnProgress = { kind: 'note', text: 'Cut off at the length limit' };
const ended: TurnProgress = { kind: 'ended', outcome: 'done', text: 'Half an', cut: 'length' };

test.each([true, false])('why an answer is not whole is shown once (with all: %s)', (showsAll) => {
  expect(shown(showsAll, retry, words, cut, ended).split('Cut off at the length limit')).toHaveLength(2);
});

test('a retry is not shown beside the words alone', () => {
  expect(shown(false, retry, words, { kind: 'ended', outcome: 'done', text: 'Half an' })).not.toContain('Trying again');
});
