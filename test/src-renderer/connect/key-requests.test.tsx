import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { KeychainState, KeyRequest } from '#contract';
import { KeyRequests } from '../../../src-renderer/connect/key-requests.tsx';
import { apiOf, Feed, failure, renderPane } from '../../support/pane.tsx';

const request = (more: Partial<KeyRequest> = {}): KeyRequest => ({
  id: 'k1',
  profile: 'openai',
  origin: 'https://api.example.org',
  why: 'The profile has no key.',
  isRefused: false,
  ...more,
});

function setUp(requests: readonly KeyRequest[], keychain: KeychainState = { store: 'system', file: 'none' }) {
  const waiting = new Feed<readonly KeyRequest[]>(requests);
  const calls: [string, unknown][] = [];
  const host = { failWith: undefined as Error | undefined };
  const call = (name: string) => async (input: unknown) => {
    calls.push([name, input]);
    if (host.failWith) throw host.failWith;
  };
  const api = apiOf({
    profiles: {
      keyRequests: waiting.open,
      answerKey: call('answerKey'),
      declineKey: call('declineKey'),
      continueWithoutKey: call('continueWithoutKey'),
      trustFolder: call('trustFolder'),
    },
    keychain: { changed: new Feed<KeychainState>(keychain).open },
  });
  renderPane(
    api,
    <>
      <textarea aria-label="Composer" />
      <div className="monaco-editor">
        <textarea aria-label="Editor" />
      </div>
      <KeyRequests />
    </>,
  );
  return { waiting, calls, host };
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Key for openai' }));
const field = async () => (await dialog()).getByLabelText<HTMLInputElement>('Key');

// First: a dialog of another test gives the focus back a moment after it has gone.
test('does not come up under what somebody types elsewhere: it waits beside it', async () => {
  const { waiting } = setUp([]);
  const composer = screen.getByRole('textbox', { name: 'Composer' });
  fireEvent.change(composer, { target: { value: 'half a sentence' } });
  composer.focus();
  act(() => waiting.push([request()]));
  const enter = await screen.findByRole('button', { name: 'Enter the key' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(composer);
  fireEvent.click(enter);
  expect(await screen.findByRole('dialog', { name: 'Key for openai' })).toBeTruthy();
});

test('does not come up over an editor, whose own field is empty whatever is typed there', async () => {
  const { waiting } = setUp([]);
  screen.getByRole('textbox', { name: 'Editor' }).focus();
  act(() => waiting.push([request()]));
  await screen.findByRole('button', { name: 'Enter the key' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('names the server, says where the key will be kept, and hides what is typed', async () => {
  const { calls } = setUp([request()]);
  const open = await dialog();
  expect(open.getByText('https://api.example.org')).toBeTruthy();
  expect(await open.findByText('It will be kept in the system’s keychain.')).toBeTruthy();
  expect((await field()).type).toBe('password');
  fireEvent.change(await field(), { target: { value: ' sk-1 ' } });
  fireEvent.click(open.getByRole('button', { name: 'Use this key' }));
  expect(calls).toEqual([['answerKey', { id: 'k1', key: 'sk-1' }]]);
});

test('says that the key will not be kept where no keychain answers, and leads to where that can be changed', async () => {
  setUp([request()], { store: 'system', file: 'none', systemProblem: 'No such service' });
  expect((await dialog()).queryByText('It will be kept in the system’s keychain.')).toBeNull();
  expect(
    await (await dialog()).findByText(/kept until Sigma Shell ends.*no keychain of this system answers/),
  ).toBeTruthy();
  fireEvent.click((await dialog()).getByRole('button', { name: 'Choose where keys are kept' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Enter the key' })).toBeTruthy();
});

test('goes away with its request', async () => {
  const { waiting } = setUp([request()]);
  await dialog();
  act(() => waiting.push([]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('another request does not take over what is being typed for one that went away', async () => {
  const { waiting } = setUp([request()]);
  fireEvent.change(await field(), { target: { value: 'half a ke' } });
  act(() => waiting.push([request({ id: 'k2', profile: 'other', origin: 'https://elsewhere.example' })]));
  expect(await screen.findByRole('button', { name: 'Enter the key' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the next request opens once the key of the one before was sent', async () => {
  const { waiting } = setUp([request()]);
  fireEvent.change(await field(), { target: { value: 'sk-1' } });
  fireEvent.click((await dialog()).getByRole('button', { name: 'Use this key' }));
  act(() => waiting.push([request({ id: 'k2', profile: 'other' })]));
  expect(await screen.findByRole('dialog', { name: 'Key for other' })).toBeTruthy();
});

test('an empty answer is none, but after a refusal it tries the old key again', async () => {
  const { calls, waiting } = setUp([request()]);
  const use = (await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Use this key' });
  expect(use.disabled).toBe(true);
  act(() => waiting.push([request({ isRefused: true })]));
  fireEvent.click(await screen.findByRole('button', { name: 'Try the old key again' }));
  expect(calls).toEqual([['answerKey', { id: 'k1', key: '' }]]);
});

test('can be answered by no key, or by trusting the folder', async () => {
  const { calls } = setUp([request({ folder: '/home/me/project/cloned' })]);
  fireEvent.click((await dialog()).getByRole('button', { name: 'Trust the folder' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue without a key' }).disabled).toBe(false),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Continue without a key' }));
  await waitFor(() =>
    expect(calls).toEqual([
      ['trustFolder', { path: '/home/me/project/cloned', trusted: true }],
      ['continueWithoutKey', { id: 'k1' }],
    ]),
  );
});

test('keeps the key that could not be taken, and says why', async () => {
  const { host } = setUp([request()]);
  host.failWith = failure('UNAVAILABLE', 'The keychain is locked.', 'Unlock it.');
  fireEvent.change(await field(), { target: { value: 'sk-1' } });
  fireEvent.click((await dialog()).getByRole('button', { name: 'Use this key' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The keychain is locked. Unlock it.');
  expect((await field()).value).toBe('sk-1');
});
