import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { AttachDialog } from '../../../src-renderer/providers/attach-dialog.tsx';
import { draftProblems, emptyDraft } from '../../../src-renderer/providers/attach-draft.ts';
import { apiOf, renderPane } from '../../support/pane.tsx';

test('what is being attached is not attached a second time by a second Enter, but after a refusal', async () => {
  const answers: Deferred<void>[] = [];
  const attach = () => {
    const answer = new Deferred<void>();
    answers.push(answer);
    return answer.promise;
  };
  renderPane(
    apiOf({ providers: { keys: async () => [] } }),
    <AttachDialog initial={{ ...emptyDraft, line: 'weather' }} workspace="/w" onAttach={attach} onClose={() => {}} />,
  );
  const button = screen.getByRole('button', { name: 'Attach' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(answers).toHaveLength(1);
  await act(async () => answers[0]?.reject(new Error('No such program')));
  fireEvent.click(button);
  expect(answers).toHaveLength(2);
});

test.each([
  ['http', 'Authorization', 'authorization'],
  ['stdio', 'TOKEN', ' TOKEN'],
] as const)('two values of one name are refused over %s, since one would be dropped', (transport, one, other) => {
  const pairs = [one, 'X', other].map((name) => ({ name, value: 'v' }));
  const draft = { ...emptyDraft, kind: 'mcp', transport, name: 'a', line: 'b', url: 'https://a.example' } as const;
  expect(draftProblems({ ...draft, headers: pairs, variables: pairs }).pairs).toContain('is there twice');
  expect(draftProblems({ ...draft, headers: pairs.slice(0, 2), variables: pairs.slice(0, 2) }).pairs).toBeUndefined();
});
