import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { EditorLoaderProvider } from '../../../src-renderer/editor/editor-loader.tsx';
import { PastPane } from '../../../src-renderer/prompts/history/past-pane.tsx';
import { apiOf, renderPane } from '../../support/pane.tsx';
import { outcomeOf, record, summary } from './show-prompts.tsx';

/** A rendering of then, and what the prompt makes now. */
function show(then: string, now: string, wait: () => Promise<void> = async () => {}) {
  const before = outcomeOf(then);
  const rendered = before.isRendered ? before.rendered : undefined;
  const api = apiOf({
    prompts: {
      past: async () => ({
        session: 's',
        event: 'e',
        at: 0,
        prompt: { id: 'demo.hello', version: 'h', record },
        rendered,
      }),
      get: async () => ({ summary, record }),
      compare: async () => {
        await wait();
        return { left: before, right: outcomeOf(now) };
      },
    },
  });
  const noEditor = () => Promise.reject(new Error('no editor here'));
  renderPane(
    api,
    <EditorLoaderProvider load={noEditor}>
      <PastPane id="s/e" onClose={() => {}} />
    </EditorLoaderProvider>,
  );
  return userEvent.setup();
}

test('a past rendering that the prompt still makes has no difference, and that is said', async () => {
  const user = show('Hi Ada', 'Hi Ada');
  await user.click(await screen.findByRole('button', { name: 'Compare with now' }));
  expect((await screen.findByRole('status')).textContent).toContain('No difference.');
  await user.click(screen.getByRole('button', { name: 'Show the rendering' }));
  expect(screen.queryByText('No difference.')).toBeNull();
});

test('a comparison that is answered late does not come back when it was left', async () => {
  const answers: (() => void)[] = [];
  const user = show('Hi Ada', 'Hi Ada', () => new Promise((resolve) => answers.push(resolve)));
  const compare = await screen.findByRole('button', { name: 'Compare with now' });
  await user.click(compare);
  await user.click(compare);
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers[1]?.());
  await user.click(screen.getByRole('button', { name: 'Show the rendering' }));
  await act(async () => answers[0]?.());
  expect(screen.queryByText('No difference.')).toBeNull();
});

test('one that it makes no more is shown beside what it makes now', async () => {
  const user = show('Hi Ada', 'Hello Ada');
  await user.click(await screen.findByRole('button', { name: 'Compare with now' }));
  expect(await screen.findByText('Hello Ada')).toBeDefined();
  expect(screen.getByText('Hi Ada')).toBeDefined();
  expect(screen.queryByText('No difference.')).toBeNull();
});
