import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { ApiProvider } from '../../../src-renderer/api/api-context.tsx';
import { ConnectionLostError } from '../../../src-renderer/api/connection-lost-error.ts';
import { type ConnectionState, ObservableValue } from '../../../src-renderer/api/connection-state.ts';
import { LocalServers } from '../../../src-renderer/connect/local-servers.tsx';
import { apiOf, renderPane } from '../../support/pane.tsx';

test('servers that were found, and what a try of one came to, stay over a new connection', async () => {
  const connection = new ObservableValue<ConnectionState>({ state: 'connected', epoch: 1 });
  const found = [{ name: 'Ollama', baseUrl: 'http://localhost:11434/v1', models: ['qwen3'] }];
  const answers = [Promise.resolve(found), new Deferred<typeof found>().promise];
  const api = apiOf({
    profiles: {
      localServers: () => answers.shift(),
      test: async () => {
        throw new ConnectionLostError();
      },
    },
  });
  renderPane(
    api,
    <ApiProvider api={api} connection={connection}>
      <LocalServers />
    </ApiProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Use qwen3' }));
  const failure = await screen.findByText(new ConnectionLostError().message);
  await act(async () => connection.set({ state: 'connected', epoch: 2 }));
  expect(failure.isConnected).toBe(true);
});
