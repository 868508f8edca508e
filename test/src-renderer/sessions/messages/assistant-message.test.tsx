import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AssistantMessage } from '../../../../src-renderer/sessions/messages/assistant-message.tsx';
import { apiOf, renderPane } from '../../../support/pane.tsx';
import { reply } from '../session-workbench.tsx';

test('a character that would not be seen is drawn as a box in what a model refuses, too', () => {
  const item = reply({ text: '', state: 'failed', refusal: 'I will\u202e not', note: 'It broke\u200b off' });
  if (item.kind !== 'assistant') throw new Error('It is no reply');
  renderPane(apiOf({}), <AssistantMessage item={item} session="s1" onRetry={undefined} />);
  expect(screen.getAllByRole('img').map(({ textContent }) => textContent)).toEqual(['U+202E', 'U+200B']);
});
