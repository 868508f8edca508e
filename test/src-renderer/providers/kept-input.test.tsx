import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ProviderView } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ProvidersView } from '../../../src-renderer/providers/providers-view.tsx';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { apiOf, Feed, failure, renderPane } from '../../support/pane.tsx';
import { served, weather } from './providers-box.tsx';

const parameters = { type: 'object', properties: { city: { type: 'string' }, api_key: { type: 'string' } } };

/** The view on a page that begins with what `store` has; `store` outlives the page, as the host's does. */
function open(store: LayoutStore, attach: () => Promise<ProviderView> = async () => weather) {
  const [tool] = weather.tools;
  const provider = { ...weather, tools: [{ ...tool, parameters }] } as ProviderView;
  const api = apiOf({
    providers: {
      changed: new Feed<readonly ProviderView[]>([provider]).open,
      progress: new Feed<{ title: string; text: string }>().open,
      stderr: new Feed({ text: '', droppedBytes: 0 }).open,
      calls: new Feed<readonly unknown[]>([]).open,
      keys: async () => [],
      words: async ({ line }: { line: string }) => line.split(' '),
      attach,
    },
    mcp: { changed: new Feed(served).open },
  });
  const pane = (
    <LayoutProvider store={store}>
      <ProvidersView />
    </LayoutProvider>
  );
  return renderPane(api, pane);
}

/** Returns everything that the host keeps of a store, as JSON. */
const keptOf = (store: LayoutStore) => JSON.stringify(store.keys('').map((key) => store.get(key)));
async function press(name: string) {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('arguments of a tried tool are there after a reload, but for what is secret', async () => {
  const store = new LayoutStore();
  const page = open(store);
  await press('Try get_weather');
  type('city', 'Oslo');
  type('api_key', 'sk-123');
  page.unmount();
  expect(keptOf(store)).not.toContain('sk-123');
  open(store);
  await press('Try get_weather');
  expect([typedIn('city'), typedIn('api_key')]).toEqual(['Oslo', '']);
});

async function addServer() {
  await press('Add MCP server');
  fireEvent.change(screen.getByLabelText('Reached as'), { target: { value: 'http' } });
  type('Name', 'docs');
  type('Address', 'https://example.org/mcp?token=abc');
  await press('Add header');
  type('Name of header 1', 'Authorization');
  type('Value of header 1', 'Bearer sk-123');
}

test('an MCP server that is being filled in is there after a reload, but for what is secret', async () => {
  const store = new LayoutStore();
  const page = open(store);
  await addServer();
  page.unmount();
  expect(keptOf(store)).not.toMatch(/sk-123|abc/);
  open(store);
  await press('Add MCP server');
  expect(typedIn('Name')).toBe('docs');
  expect(typedIn('Address')).toBe('https://example.org/mcp');
  expect([typedIn('Name of header 1'), typedIn('Value of header 1')]).toEqual(['Authorization', '']);
  expect(screen.getByRole('status').textContent).toContain('type them again');
});

test('an MCP server that was given up or added is not there again, one that failed is', async () => {
  const store = new LayoutStore();
  const page = open(store, async () => Promise.reject(failure('UNAVAILABLE', 'It does not answer')));
  await addServer();
  await press('Cancel');
  await press('Add MCP server');
  expect(typedIn('Name')).toBe('');
  await press('Cancel');
  await addServer();
  await press('Add');
  page.unmount();
  const next = open(store);
  await press('Add MCP server');
  expect(typedIn('Name')).toBe('docs');
  await press('Add');
  next.unmount();
  open(store);
  await press('Add MCP server');
  expect(typedIn('Name')).toBe('');
});

test('a command line with a secret in it is not kept', async () => {
  const store = new LayoutStore();
  const page = open(store);
  await press('Attach program');
  type('Command line', 'tool --city Oslo');
  expect(keptOf(store)).toContain('tool --city Oslo');
  type('Command line', 'tool --api-key sk-123');
  page.unmount();
  expect(keptOf(store)).not.toContain('sk-123');
});

test.each([
  ['Command line', "curl --header 'X-Api-Key: S3'"],
  ['Command line', 'tool api_key:S3'],
  ['Address', 'https://me:S3'],
  ['Address', 'me:S3@example.org'],
])('%s %s is not kept', async (label, value) => {
  const store = new LayoutStore();
  open(store);
  await press('Add MCP server');
  if (label === 'Address') fireEvent.change(screen.getByLabelText('Reached as'), { target: { value: 'http' } });
  type(label, value);
  expect(keptOf(store)).not.toContain('S3');
});

test('an input that was begun while another was being attached is there after a reload', async () => {
  const store = new LayoutStore();
  const attached = new Deferred<ProviderView>();
  const page = open(store, () => attached.promise);
  for (const line of ['python3 one.py', 'python3 two.py']) {
    await press('Attach program');
    type('Command line', line);
    if (line.includes('one')) await press('Attach');
  }
  await act(async () => attached.resolve(weather));
  page.unmount();
  open(store);
  await press('Attach program');
  expect(typedIn('Command line')).toBe('python3 two.py');
});

test('a failed attach that is dismissed is given up: its input is not there again', async () => {
  open(new LayoutStore(), async () => Promise.reject(failure('UNAVAILABLE', 'It does not answer')));
  await press('Attach program');
  type('Command line', 'python3 one.py');
  await press('Attach');
  await press('Dismiss');
  await press('Attach program');
  expect(typedIn('Command line')).toBe('');
});
