import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Branch, BranchComparison, MessageImage, PackPlan } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ConnectionLostError } from '../../../../src-renderer/api/connection-lost-error.ts';
import { BranchLine } from '../../../../src-renderer/sessions/branches/branch-line.tsx';
import { TryWith } from '../../../../src-renderer/sessions/branches/try-with.tsx';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { NavigationProvider } from '../../../../src-renderer/state/navigation.tsx';
import { apiOf, Feed, failure, renderPane } from '../../../support/pane.tsx';
import { session } from '../session-workbench.tsx';
import { branch } from './a-branch.ts';

const other = branch({ id: 'b2', folder: '/data/branches/b2/work', profile: 'careful', state: 'running', line: '' });
const comparison: BranchComparison = {
  branches: ['b1', 'b2'],
  paths: [
    {
      path: 'a.txt',
      branches: [
        { path: 'a.txt', change: 'changed', kind: 'file', addedLines: 2, removedLines: 1 },
        { path: 'a.txt', change: 'deleted', kind: 'file', isWorkspaceChanged: true },
      ],
    },
    { path: 'b.txt', branches: [null, { path: 'b.txt', change: 'added', kind: 'file', addedLines: 4 }] },
  ],
  left: 0,
};

function board(
  branches: readonly Branch[],
  more: { workspace?: string; take?: () => Promise<never>; plan?: PackPlan } = {},
) {
  const called: unknown[] = [];
  const told = (name: string, answer?: unknown) => async (input: unknown) => {
    called.push([name, input]);
    return answer;
  };
  const api = apiOf({
    branches: {
      // The newest first, as the host tells them.
      changed: new Feed(branches.toReversed()).open,
      stop: told('stop'),
      keep: told('keep'),
      drop: told('drop'),
      erase: told('erase'),
      restore: told('restore'),
      compare: async () => comparison,
      diff: told('diff', { id: 'd', path: '/a', shownPath: 'a', revision: 1, hunks: [], warnings: [] }),
      take: more.take ?? told('take', { turn: 't', paths: [] }),
    },
    workspaceImages: { planPack: told('planPack', more.plan) },
  });
  const store = new LayoutStore({ view: { value: 'sessions', at: 0 } });
  renderPane(
    api,
    <LayoutProvider store={store}>
      <NavigationProvider>
        <BranchLine session={session({ workspace: more.workspace ?? '/home/me/work' })} />
      </NavigationProvider>
    </LayoutProvider>,
  );
  return { called, store };
}

test('the branches of a folder stand side by side, with what each came to and what can be done', async () => {
  const done = branch({
    startedAt: 0,
    endedAt: 65_000,
    tokens: 1200,
    cost: 0.25,
    test: { command: 'npm test', exitCode: 1 },
  });
  const { called } = board([done, other]);
  fireEvent.click(await screen.findByRole('button', { name: '2 branches, 1 running' }));
  const cards = within(screen.getByRole('list', { name: 'Branches' })).getAllByRole('listitem');

  expect(cards[0]?.textContent).toContain('Done');
  expect(cards[0]?.textContent).toContain('$0.25');
  expect(cards[0]?.textContent).toContain('npm test: exit code 1');
  const [first, second] = cards.map((card) => within(card));
  expect(first?.queryByRole('button', { name: 'Stop' })).toBeNull();
  expect(second?.queryByRole('button', { name: 'Drop' })).toBeNull();
  fireEvent.click(first?.getByRole('button', { name: 'Keep' }) as HTMLElement);
  await waitFor(() => expect(called).toEqual([['keep', { branch: 'b1' }]]));
});

test('a branch is packed as an image beside the folder that it is a copy of', async () => {
  const plan: PackPlan = {
    output: '/data/branches/b1/work.squashfs',
    entries: 3,
    bytes: 10,
    hasXz: false,
    secrets: [],
    ignored: [],
    ignoredCount: 0,
    special: [],
  };
  const { called } = board([branch({ profile: 'very fast/2' }), other], { plan });
  fireEvent.click(await screen.findByRole('button', { name: '2 branches, 1 running' }));
  // Another one works in its branch.
  expect(screen.getAllByRole('button', { name: 'Pack' })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Pack' }));
  expect(await screen.findByDisplayValue('/home/me/work-very-fast-2.squashfs')).toBeDefined();
  expect(called).toEqual([['planPack', { folder: '/data/branches/b1/work' }]]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(await screen.findByRole('dialog', { name: 'Branches' })).toBeDefined();
});

test('a path of a branch is shown against the folder, what the branch began with, and another branch', async () => {
  const { called } = board([branch(), other]);
  fireEvent.click(await screen.findByRole('button', { name: '2 branches, 1 running' }));
  fireEvent.click(screen.getByRole('button', { name: 'Compare all' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Show the diff of a.txt of fast' }));
  expect(await screen.findByText('The folder has the same text there.')).toBeDefined();
  const field = screen.getByRole('combobox', { name: 'Compared with' });
  const labels = within(field).getAllByRole('option');
  expect(labels.map(({ textContent }) => textContent)).toEqual([
    'The folder as it is now',
    'What the branch began with',
    'careful',
  ]);
  fireEvent.change(field, { target: { value: 'base' } });
  expect(await screen.findByText('The branch began with the same text there.')).toBeDefined();
  fireEvent.change(field, { target: { value: 'b2' } });
  expect(await screen.findByText('The other branch has the same text there.')).toBeDefined();
  const request = { branch: 'b1', path: 'a.txt' };
  expect(called).toEqual([
    ['diff', { ...request, with: 'workspace' }],
    ['diff', { ...request, with: 'base' }],
    ['diff', { ...request, with: { branch: 'b2' } }],
  ]);
  // A branch is never compared with itself.
  fireEvent.click(screen.getByRole('button', { name: 'Show the diff of b.txt of careful' }));
  expect(await screen.findByText('The folder has the same text there.')).toBeDefined();
});

test('what is ticked in the comparison is taken, by branch', async () => {
  const { called } = board([branch(), other]);
  fireEvent.click(await screen.findByRole('button', { name: '2 branches, 1 running' }));
  fireEvent.click(screen.getByRole('button', { name: 'Compare all' }));
  const table = await screen.findByRole('table', { name: 'Changed paths' });

  expect(table.textContent).toContain('changed, +2, −1');
  expect(table.textContent).toContain('deleted, changed in the workspace, too');
  expect(table.textContent).toContain('as it was');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Take a.txt of fast' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Take b.txt of careful' }));
  fireEvent.click(screen.getByRole('button', { name: 'Take 2 paths' }));
  const of = [
    { branch: 'b1', paths: ['a.txt'] },
    { branch: 'b2', paths: ['b.txt'] },
  ];
  await waitFor(() => expect(called).toEqual([['take', { session: 's1', of }]]));
  // It is asked about in Changes, which nothing may cover.
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what could not be taken is said where it was begun', async () => {
  board([branch(), other], { take: () => Promise.reject(new Error('The branch is gone')) });
  fireEvent.click(await screen.findByRole('button', { name: '2 branches, 1 running' }));
  fireEvent.click(screen.getByRole('button', { name: 'Compare all' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Take a.txt of fast' }));
  fireEvent.click(screen.getByRole('button', { name: 'Take 1 path' }));

  expect((await screen.findByRole('alert')).textContent).toMatch(/Nothing was taken: The branch is gone/);
});

test.each([
  ['changes', 'sessions'],
  ['terminals', 'terminals'],
])('what could not be taken, known once %s is looked at, leads to %s', async (looked, expected) => {
  const answer = new Deferred<never>();
  const { store } = board([branch(), other], { take: () => answer.promise });
  fireEvent.click(await screen.findByRole('button', { name: '2 branches, 1 running' }));
  fireEvent.click(screen.getByRole('button', { name: 'Compare all' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Take a.txt of fast' }));
  fireEvent.click(screen.getByRole('button', { name: 'Take 1 path' }));
  act(() => store.set('view', looked));
  await act(async () => answer.reject(new Error('The branch is gone')));
  expect((await screen.findByRole('alert')).textContent).toContain('The branch is gone');
  expect(store.get('view')).toBe(expected);
});

test('after a lost connection it is not said that nothing was taken, as it may have been', async () => {
  board([branch(), other], { take: () => Promise.reject(new ConnectionLostError()) });
  fireEvent.click(await screen.findByRole('button', { name: '2 branches, 1 running' }));
  fireEvent.click(screen.getByRole('button', { name: 'Compare all' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Take a.txt of fast' }));
  fireEvent.click(screen.getByRole('button', { name: 'Take 1 path' }));

  const said = (await screen.findByRole('alert')).textContent;
  expect(said).toContain('look whether it happened');
  expect(said).not.toContain('Nothing was taken');
});

test('a session in a branch says of which folder, and takes nothing itself', async () => {
  board([branch()], { workspace: '/data/branches/b1/work' });

  expect((await screen.findByRole('region', { name: 'Branches of this folder' })).textContent).toContain(
    'In a branch of work: fast',
  );
  fireEvent.click(screen.getByRole('button', { name: '1 branch' }));
  fireEvent.click(screen.getByRole('button', { name: 'Compare all' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Take a.txt of fast' }));
  expect(screen.getByRole('button', { name: 'Take 1 path' }).hasAttribute('disabled')).toBe(true);
});

test('without branches nothing is drawn', async () => {
  board([]);

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Branches of this folder' })).toBeNull());
});

const noImages = { settled: async () => [], remove: () => {} };

test('a message is tried with the profiles that are ticked, within the budget and with the test that are written', async () => {
  const sent: unknown[] = [];
  let problem: Error | undefined = failure('LIMIT_EXCEEDED', 'There is no room for a branch');
  const api = apiOf({
    branches: {
      tryWith: async (input: unknown) => {
        if (problem) throw problem;
        sent.push(input);
        return { set: 's', branches: [] };
      },
    },
  });
  let isGone = false;
  const profiles = ['fast', 'careful', 'slow'];
  const onSent = () => {
    isGone = true;
  };
  renderPane(api, <TryWith session={session()} profiles={profiles} text="Do it" onSent={onSent} attached={noImages} />);
  fireEvent.click(screen.getByRole('button', { name: 'Try with…' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'slow' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Test command' }), { target: { value: ' npm test ' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Most minutes' }), { target: { value: '2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Try with 3' }));

  expect(await screen.findByText('There is no room for a branch')).toBeTruthy();
  expect(isGone).toBe(false);
  problem = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Try with 3' }));
  await waitFor(() => expect(isGone).toBe(true));
  expect(sent).toEqual([{ session: 's1', text: 'Do it', profiles, budget: { seconds: 120 }, test: 'npm test' }]);
});

test('before there is a session one is made for the message', async () => {
  const sent: unknown[] = [];
  const api = apiOf({
    sessions: { create: async () => session({ id: 'new' }) },
    branches: { tryWith: async (input: unknown) => sent.push(input) },
  });
  renderPane(
    api,
    <TryWith session={undefined} profiles={['fast']} text="Do it" onSent={() => {}} attached={noImages} />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try with…' }));
  fireEvent.click(screen.getByRole('button', { name: 'Try with 1' }));

  await waitFor(() => expect(sent).toEqual([{ session: 'new', text: 'Do it', profiles: ['fast'], budget: {} }]));
});

test('attempts that fail are made in one session, and in another once that is gone', async () => {
  const tried: unknown[] = [];
  let made = 0;
  let problem = failure('LIMIT_EXCEEDED', 'There is no room for a branch');
  const api = apiOf({
    sessions: { create: async () => session({ id: `new ${++made}` }) },
    branches: {
      tryWith: async (input: { session: string }) => {
        tried.push(input.session);
        throw problem;
      },
    },
  });
  renderPane(
    api,
    <TryWith session={undefined} profiles={['fast']} text="Do it" onSent={() => {}} attached={noImages} />,
  );
  const attempt = async () => {
    const before = tried.length;
    fireEvent.click(screen.getByRole('button', { name: 'Try with 1' }));
    await waitFor(() => expect(tried).toHaveLength(before + 1));
    await screen.findByText(problem.message);
  };
  fireEvent.click(screen.getByRole('button', { name: 'Try with…' }));
  await attempt();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(screen.getByRole('button', { name: 'Try with…' }));
  problem = failure('NOT_FOUND', 'There is no such session');
  await attempt();
  await attempt();
  expect(tried).toEqual(['new 1', 'new 1', 'new 2']);
});

test('what was typed while the copies were made is kept: only the message that was sent is taken from the field', async () => {
  const copied = new Deferred<unknown>();
  const api = apiOf({ branches: { tryWith: () => copied.promise } });
  const gone: string[] = [];
  const pane = (text: string) => (
    <TryWith
      session={session()}
      profiles={['fast']}
      text={text}
      onSent={(sent) => gone.push(sent)}
      attached={noImages}
    />
  );
  const { rerender } = renderPane(api, pane('Do it'));
  fireEvent.click(screen.getByRole('button', { name: 'Try with…' }));
  fireEvent.click(screen.getByRole('button', { name: 'Try with 1' }));
  rerender(pane('And another thing'));
  copied.resolve({});
  await waitFor(() => expect(gone).toEqual(['Do it']));
});

test('a limit that is no number is said, and nothing is sent without it', async () => {
  const sent: unknown[] = [];
  const api = apiOf({ branches: { tryWith: async (input: unknown) => sent.push(input) } });
  renderPane(
    api,
    <TryWith session={session()} profiles={['fast']} text="Do it" onSent={() => {}} attached={noImages} />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try with…' }));
  const write = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  for (const value of ['$5', '5 min', '0', '-1', 'Infinity', '1e999']) {
    write('Most US dollars', value);
    expect(screen.getByText('A number above 0, such as 2.5')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try with 1' }));
  }
  write('Most US dollars', '0,5');
  write('Most minutes', ' ');
  fireEvent.click(screen.getByRole('button', { name: 'Try with 1' }));
  await waitFor(() =>
    expect(sent).toEqual([{ session: 's1', text: 'Do it', profiles: ['fast'], budget: { cost: 0.5 } }]),
  );
});

test('images go with the message that is tried, and one that could not be attached keeps it from being sent', async () => {
  const sent: unknown[] = [];
  const gone: unknown[] = [];
  const api = apiOf({ branches: { tryWith: async (input: unknown) => sent.push(input) } });
  const image: MessageImage = { hash: 'a'.repeat(64), type: 'image/png', bytes: 10 };
  let arrived: MessageImage[] | undefined;
  const attached = { settled: async () => arrived, remove: (images: unknown) => gone.push(images) };
  renderPane(
    api,
    <TryWith session={session()} profiles={['fast']} text="Look" onSent={() => {}} attached={attached} />,
  );
  const start = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Try with…' }));
    fireEvent.click(screen.getByRole('button', { name: 'Try with 1' }));
  };
  start();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([]);
  arrived = [image];
  start();
  await waitFor(() => expect(gone).toEqual([[image]]));
  expect(sent).toEqual([{ session: 's1', text: 'Look', profiles: ['fast'], budget: {}, images: [image] }]);
});
