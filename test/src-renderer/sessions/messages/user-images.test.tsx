import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MessageImage } from '#contract';
import { UserMessage } from '../../../../src-renderer/sessions/messages/user-message.tsx';
import { apiOf, renderPane } from '../../../support/pane.tsx';

const image = (letter: string, name?: string): MessageImage => {
  return { hash: letter.repeat(64), type: 'image/png', bytes: 2048, ...(name !== undefined && { name }) };
};

function shown(images: readonly MessageImage[], text = 'What is it?') {
  const api = apiOf({
    sessions: {
      image: async ({ hash }: { hash: string }) => {
        if (hash.startsWith('f')) throw new Error('gone');
        return { url: `data:image/png;base64,${hash.slice(0, 4)}` };
      },
    },
  });
  const item = { kind: 'user', id: '1', at: 0, text } as const;
  return renderPane(api, <UserMessage item={{ ...item, images: [...images] }} session="s" />);
}

test('images of a message are shown small and opened large, with type and size', async () => {
  shown([image('a', 'cat.png'), image('b')]);
  const picture = await screen.findByRole('img', { name: 'cat.png' });
  expect(picture.getAttribute('src')).toBe('data:image/png;base64,aaaa');
  expect(screen.getByRole('button', { name: 'Open image PNG image' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Open image cat.png' }));
  const dialog = await screen.findByRole('dialog', { name: 'cat.png' });
  expect(dialog.textContent).toContain('cat.png (PNG, 2');
  expect(screen.getByRole('link', { name: 'Save a copy' }).getAttribute('download')).toBe('cat.png');
});

test('one that is not kept any more is named, and one that cannot be drawn says so', async () => {
  shown([image('f', 'lost.png'), image('c', 'torn.png')], '');
  expect((await screen.findByText(/is not kept any more/)).textContent).toContain('lost.png');
  fireEvent.error(await screen.findByRole('img', { name: 'torn.png' }));
  expect(screen.getByRole('button', { name: 'Open image torn.png' }).textContent).toContain('cannot be shown');
});
