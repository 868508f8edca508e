import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { ConsoleState, ProfilesState } from '#contract';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { type UseModeOptions, useMode } from '../../../src-renderer/state/use-mode.ts';
import { session } from '../sessions/session-workbench.tsx';

const profiles = { isDemo: false, selected: ['one'], profiles: [{ name: 'one' }, { name: 'two' }] } as unknown;
const known = { profiles: profiles as ProfilesState };
const none = { profiles: { isDemo: false, selected: [], profiles: [] } as unknown as ProfilesState };
const state = { modes: ['one', 'two'] } as unknown as ConsoleState;

function modeOf(kept: Readonly<Record<string, string>>, options: Partial<UseModeOptions>) {
  const entries = Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, { at: 0, value }]));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LayoutProvider store={new LayoutStore(entries)}>{children}</LayoutProvider>
  );
  const all = { session: undefined, console: undefined, profiles: undefined, ...options };
  return renderHook(() => useMode(all), { wrapper }).result.current;
}

test.each([
  ['nothing is known', {}, {}, true],
  ['Shell was chosen last', { 'sessions.mode.last': 'shell' }, {}, false],
  ['Shell was chosen in the session', { 'sessions.mode.s1': 'shell' }, { session: session() }, false],
  ['a chat was chosen, of which nothing is known', { 'sessions.mode.last': 'chat:one' }, {}, true],
  ['there is no session, and no model', {}, none, false],
  ['there is no session, and a model', {}, known, false],
  ['the session chose one that is there', { 'sessions.mode.s1': 'chat:two' }, { ...known, session: session() }, false],
  ['all is known', {}, { ...known, console: state, session: session() }, false],
] as const)('where %s', (_, kept, options, isLoading) => {
  expect(modeOf(kept, options).isLoading).toBe(isLoading);
});

test('who answered last is known before the modes of the session are, and is none when they are', () => {
  const asked = { ...known, session: session({ profile: 'two' }) };
  const nameOf = (console: ConsoleState | undefined) => {
    const { mode } = modeOf({}, { ...asked, console });
    return mode.kind === 'chat' ? mode.chat.profile : mode.kind;
  };
  expect([nameOf(undefined), nameOf(state)]).toEqual(['two', 'two']);
  expect(nameOf({ modes: ['one'] } as unknown as ConsoleState)).toBe('one');
});
