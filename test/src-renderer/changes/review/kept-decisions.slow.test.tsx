import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ChangesView } from '../../../../src-renderer/changes/index.ts';
import { DiffLoaderProvider } from '../../../../src-renderer/changes/monaco/editor-loading.tsx';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { ChangesHost } from '../../../support/changes-host.ts';
import { apiOf, commandQuestion, Feed, renderPane } from '../../../support/pane.tsx';
import { proposedChange, proposedDiff } from '../../../support/proposed-change.ts';

const question = commandQuestion({
  subject: {
    kind: 'change',
    proposal: 'p1',
    path: '/w/a.txt',
    shownPath: 'a.txt',
    isNew: false,
    addedLines: 3,
    removedLines: 3,
  },
});

interface Setup {
  readonly store?: LayoutStore;
  readonly revision?: number;
  readonly loader?: Parameters<typeof DiffLoaderProvider>[0]['loader'];
}

async function open({ store = listStore(), revision = 4, loader }: Setup = {}) {
  const api = apiOf({
    approvals: { waiting: new Feed([question]).open, decide: async () => {} },
    changes: {
      ...new ChangesHost([proposedChange()]).procedures,
      diff: async ({ id }: { id: string }) => proposedDiff(id, { revision }),
      isCurrent: async () => true,
    },
  });
  const view = <ChangesView isVisible />;
  const page = renderPane(
    api,
    <LayoutProvider store={store}>
      {loader === undefined ? view : <DiffLoaderProvider loader={loader}>{view}</DiffLoaderProvider>}
    </LayoutProvider>,
  );
  const region = await screen.findByRole('region', { name: 'Diff of a.txt' });
  return { page, region, store };
}

const listStore = () => new LayoutStore({ 'changes.look': { value: 'accessible', at: 0 } });
const shown = (region: HTMLElement) => within(region).findByRole('heading', { name: /^Hunk 1\b/ });
const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('what is decided', () => {
  test('about hunks and lines is there again after a reload', async () => {
    const first = await open();
    await shown(first.region);
    click('Reject hunk 2');
    click('Reject removed line 30');
    first.page.unmount();

    await shown((await open({ store: first.store })).region);
    expect(pressed('Reject hunk 2')).toBe('true');
    expect(pressed('Accept hunk 1')).toBe('true');
    expect(pressed('Reject removed line 30')).toBe('true');
    expect(pressed('Accept added line 30')).toBe('true');
    expect(screen.queryByText(/were dropped/)).toBeNull();
  });

  test('is dropped, and said so, when the change is another revision by then', async () => {
    const first = await open();
    await shown(first.region);
    click('Reject hunk 2');
    first.page.unmount();

    const again = await open({ store: first.store, revision: 5 });
    await shown(again.region);
    await screen.findByText(/decided on 1 hunk of it: those decisions were dropped/);
    expect(pressed('Accept hunk 2')).toBe('true');
    again.page.unmount();
    await shown((await open({ store: first.store, revision: 5 })).region);
    expect(screen.queryByText(/were dropped/)).toBeNull();
  });

  test('is not kept once it was answered', async () => {
    const { region, store } = await open();
    await shown(region);
    click('Reject hunk 2');
    expect(store.get('changes.decisions.p1')).toBeDefined();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Reject all' }).hasAttribute('disabled')).toBe(false),
    );
    click('Reject all');
    await waitFor(() => expect(store.get('changes.decisions.p1')).toBeUndefined());
  });
});

const Editor = () => <p>This is the editor</p>;

describe('without an editor', () => {
  test('the change is a list in which it can be decided, and loading is tried again when asked', async () => {
    let isThere = false;
    const load = async () => {
      if (!isThere) throw new Error('The file is missing');
      return { MonacoDiff: Editor };
    };
    const { region } = await open({ store: new LayoutStore({}), loader: { load, patienceMs: 60_000 } });
    await shown(region);
    expect(region.textContent).toContain('The file is missing');
    click('Reject hunk 2');
    expect(pressed('Reject hunk 2')).toBe('true');

    isThere = true;
    click('Load the editor again');
    await screen.findByText('This is the editor');
    expect(screen.queryByText(/The editor could not be loaded/)).toBeNull();
    expect(pressed('Reject hunk 2')).toBe('true');
  });

  test('a late one is waited for only so long, and then takes the place of a list that nobody has touched', async () => {
    const late = lateEditor();
    const { region } = await open({ store: new LayoutStore({}), loader: { load: late.load, patienceMs: 1 } });
    await shown(region);
    expect(region.textContent).toContain('The editor is slow to load');
    await act(async () => late.come());
    await screen.findByText('This is the editor');
  });

  test('a late one stays away from a list that is worked with, until the person says so', async () => {
    const late = lateEditor();
    const { region } = await open({ store: new LayoutStore({}), loader: { load: late.load, patienceMs: 1 } });
    await shown(region);
    fireEvent.keyDown(region, { key: 'x' });
    await act(async () => late.come());
    await screen.findByText(/The editor is there now/);
    expect(screen.queryByText('This is the editor')).toBeNull();
    click('Show in the editor');
    await screen.findByText('This is the editor');
    expect(pressed('Reject hunk 1')).toBe('true');
  });
});

function lateEditor() {
  let come = () => {};
  const loaded = new Promise<{ MonacoDiff: typeof Editor }>((resolve) => {
    come = () => resolve({ MonacoDiff: Editor });
  });
  return { load: () => loaded, come: () => come() };
}
