import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { CommandPalette } from '../../../../src-renderer/app/palette/command-palette.tsx';
import { matchingActions, matchingFinds } from '../../../../src-renderer/app/palette/palette-matches.ts';
import { type Action, ActionsProvider, useActions } from '../../../../src-renderer/state/actions.tsx';

const ran: string[] = [];
let focusWhenRun = () => {};

const actions: readonly Action[] = [
  { id: 'view.changes', title: 'Go to Changes', group: 'Views', keys: 'Mod+3', run: () => focusWhenRun() },
  {
    id: 'terminal.new',
    title: 'New terminal',
    group: 'Running programs',
    keys: 'Mod+Shift+T',
    run: () => void ran.push('terminal'),
  },
  { id: 'find', title: 'Find here', group: 'Views', enabled: false, run: () => void ran.push('find') },
];

const others = actions.slice(1);

let setIsHere: (isHere: boolean) => void = () => {};
const none: readonly Action[] = [];

function Sometimes() {
  const [isHere, set] = useState(true);
  setIsHere = set;
  useActions(isHere ? actions.slice(0, 1) : none);
  return null;
}

let setIsFound: (isFound: boolean) => void = () => {};

function Page({ find }: { readonly find: Action | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isFound, setFound] = useState(false);
  setIsFound = setFound;
  useActions(others);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Sometimes />
      <CommandPalette
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        finds={isFound && find !== undefined ? [find] : none}
      />
    </>
  );
}

async function open({ find }: { readonly find?: Action } = {}) {
  ran.splice(0);
  const view = render(
    <ActionsProvider keymap={{ 'terminal.new': 'Ctrl+Alt+T' }}>
      <Page find={find} />
    </ActionsProvider>,
  );
  onTestFinished(() => view.unmount());
  const user = userEvent.setup();
  await user.click(screen.getByText('Open'));
  return user;
}

const shown = () => screen.getAllByRole('option').map((option) => option.textContent);

test('every action that can be done now is listed with its present key', async () => {
  await open();
  expect(screen.getByRole('dialog', { name: 'Command palette' })).toBeDefined();
  expect(shown()).toEqual(['Go to ChangesCtrl+3', 'New terminalCtrl+Alt+T']);
});

test('typing narrows the list, Enter runs what is chosen and closes', async () => {
  const user = await open();
  await user.keyboard('term');
  expect(shown()).toEqual(['New terminalCtrl+Alt+T']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(ran).toEqual(['terminal']));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the focus goes back to where it was, before what was chosen runs', async () => {
  const user = await open();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Open')));
  await user.keyboard('{Enter}');
  const seen: (Element | null)[] = [];
  focusWhenRun = () => void seen.push(document.activeElement);
  await user.keyboard('Changes{Enter}');
  await waitFor(() => expect(seen).toEqual([screen.getByText('Open')]));
});

test('what is typed stays when something behind it takes the focus for a moment', async () => {
  const user = await open();
  await user.keyboard('term');
  await act(async () => screen.getByText('Open').focus());
  await user.keyboard('inal');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Commands' }).value).toBe('terminal');
});

test('Esc closes it and runs nothing', async () => {
  const user = await open();
  await user.keyboard('term{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(ran).toEqual([]);
});

test('what matches nothing says so', async () => {
  const user = await open();
  await user.keyboard('zzzz');
  expect(screen.getByText('No command matches.')).toBeDefined();
});

test('what is chosen stays chosen while actions go and come back', async () => {
  const user = await open();
  await user.keyboard('g');
  const chosen = () =>
    screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')?.textContent;
  expect(chosen()).toBe('Go to ChangesCtrl+3');
  act(() => setIsHere(false));
  expect(shown()).toEqual(['New terminalCtrl+Alt+T']);
  act(() => setIsHere(true));
  await waitFor(() => expect(chosen()).toBe('Go to ChangesCtrl+3'));
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toBe('New terminalCtrl+Alt+T');
});

test('one is chosen whatever comes and goes at the moment of a key or of the pointer, and Enter runs it', async () => {
  const find = { id: 'found', title: 'New terminal beside this one', group: 'Views', run: () => {} };
  const user = await open({ find });
  const field = screen.getByRole('combobox', { name: 'Commands' });
  const chosen = () =>
    screen.getAllByRole('option').filter((option) => option.getAttribute('aria-selected') === 'true');
  for (const goTo of [
    () => fireEvent.keyDown(field, { key: 'ArrowDown' }),
    () => fireEvent.pointerMove(screen.getAllByRole('option')[1] as HTMLElement),
  ]) {
    act(() => setIsFound(true));
    fireEvent.change(field, { target: { value: 'New terminal' } });
    expect(shown()).toHaveLength(2);
    act(() => {
      goTo();
      setIsFound(false);
    });
    expect(chosen().map(({ textContent }) => textContent)).toEqual(['New terminalCtrl+Alt+T']);
  }
  await user.keyboard('{Enter}');
  await waitFor(() => expect(ran).toEqual(['terminal']));
});

test('what fits best comes first, and its group with it', () => {
  const action = (title: string, group: string): Action => ({ id: title, title, group, run: () => {} });
  const all = [action('Permission mode: Edits allowed', 'Permission'), action('New session', 'Sessions')];
  expect(matchingActions(all, 'New session').map(({ title }) => title)).toEqual([
    'New session',
    'Permission mode: Edits allowed',
  ]);
  expect(matchingActions(all, 'sessions')[0]?.title).toBe('New session');
  expect(matchingActions(all, ' ')).toEqual(all);
  expect(matchingActions(all, 'xyz')).toEqual([]);
});

test('a search finds sessions, settings and past commands by their words, some of each, and nothing before it', () => {
  const find = (group: string, title: string): Action => ({ id: title, title, group, run: () => {} });
  const finds = [
    find('Go to a session', 'Build the site'),
    find('Settings', 'Setting: Command timeout'),
    ...Array.from({ length: 9 }, (_, at) => find('Past commands', `npm run build ${at}`)),
  ];
  expect(matchingFinds(finds, '')).toEqual([]);
  expect(matchingFinds(finds, 'timeout comm').map(({ title }) => title)).toEqual(['Setting: Command timeout']);
  const built = matchingFinds(finds, 'build').map(({ group }) => group);
  expect(built).toEqual(['Go to a session', ...Array.from({ length: 6 }, () => 'Past commands')]);
});
