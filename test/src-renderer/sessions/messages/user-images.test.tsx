import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MessageImage } from '#contract';
import { ApiProvider } from '../../../../src-renderer/api/api-context.tsx';
import { ConnectionLostError } from '../../../../src-renderer/api/connection-lost-error.ts';
import { type ConnectionState, ObservableValue } from '../../../../src-renderer/api/connection-state.ts';
import { ImageThumb } from '../../../../src-renderer/sessions/images/image-thumb.tsx';
import { UserMessage } from '../../../../src-renderer/sessions/messages/user-message.tsx';
import { apiOf, failure, renderPane } from '../../../support/pane.tsx';

const image = (letter: string, name?: string): MessageImage => {
  return { hash: letter.repeat(64), type: 'image/png', bytes: 2048, ...(name !== undefined && { name }) };
};

function shown(images: readonly MessageImage[], text = 'What is it?') {
  const api = apiOf({
    sessions: {
      image: async ({ hash }: { hash: string }) => {
        if (hash.startsWith('f')) throw failure('NOT_FOUND', 'This image is not kept any more');
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

test('one that could not be asked for is asked for again with the next connection, and is not called gone', async () => {
  const asked: string[] = [];
  const api = apiOf({
    sessions: {
      image: async ({ hash }: { hash: string }) => {
        asked.push(hash);
        if (asked.length === 1) throw new ConnectionLostError();
        return { url: 'data:image/png;base64,abcd' };
      },
    },
  });
  const connection = new ObservableValue<ConnectionState>({ state: 'connected', epoch: 1 });
  render(
    <ApiProvider api={api} connection={connection}>
      <ImageThumb image={image('d', 'cat.png')} />
    </ApiProvider>,
  );
  await waitFor(() => expect(asked).toHaveLength(1));
  await act(async () => connection.set({ state: 'lost', epoch: 1 }));
  expect(screen.queryByText(/is not kept any more/)).toBeNull();
  await act(async () => connection.set({ state: 'connected', epoch: 2 }));
  expect((await screen.findByRole('img', { name: 'cat.png' })).getAttribute('src')).toContain('abcd');
});
