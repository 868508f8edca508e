import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { ApiProvider } from '../../../../src-renderer/api/api-context.tsx';
import { NewPromptDialog } from '../../../../src-renderer/prompts/browser/new-prompt-dialog.tsx';
import { apiOf } from '../../../support/pane.tsx';

test('what is typed into a new prompt’s dialog takes the place of the id that is proposed there', async () => {
  const made: string[] = [];
  const view = render(
    <ApiProvider api={apiOf({ prompts: { save: async () => undefined } })}>
      <NewPromptDialog onMade={(id) => void made.push(id)} onClose={() => {}} />
    </ApiProvider>,
  );
  onTestFinished(() => view.unmount());
  const field = screen.getByRole('textbox', { name: 'Id' });
  expect(field).toHaveProperty('value', 'my.greeting');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.setup().keyboard('my.test{Enter}');
  await waitFor(() => expect(made).toEqual(['my.test']));
});

test('a prompt that was made after its dialog was left takes nobody to it', async () => {
  const saved = new Deferred<void>();
  const made: string[] = [];
  const view = render(
    <ApiProvider api={apiOf({ prompts: { save: () => saved.promise } })}>
      <NewPromptDialog onMade={(id) => void made.push(id)} onClose={() => {}} />
    </ApiProvider>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Create' }));
  view.unmount();
  await act(async () => saved.resolve());
  expect(made).toEqual([]);
});
