import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ProfilesState, SendUpdate } from '#contract';
import { Feed, failure } from '../../support/pane.tsx';
import { show } from './show-prompts.tsx';

const NOBODY = { profiles: [], selected: [], isDemo: false } as unknown as ProfilesState;
const DEMO = { ...NOBODY, isDemo: true };

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('where nobody can answer, sending leads to the ways to a model; what was written is sent once there is one', async () => {
  const profiles = new Feed(NOBODY);
  const sent: unknown[] = [];
  const user = show(
    {
      send: async (input: unknown) => {
        sent.push(input);
        return (async function* () {})();
      },
    },
    {
      changed: profiles.open,
      localServers: async () => [],
      useDemo: async () => profiles.push(DEMO),
    },
  );
  await within(await screen.findByRole('region', { name: 'Rendered prompt' })).findByText('Hi');
  await user.click(await button('Connect a model…'));
  expect(screen.getByRole('dialog')).toBeDefined();
  await user.keyboard('{Escape}');

  await user.click(await button('Send to model'));
  const dialog = within(screen.getByRole('dialog', { name: 'Nobody can answer yet' }));
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Try the demo' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('combobox', { name: 'Profile' })).toBeDefined();
  await user.click(await button('Send to model'));
  expect(sent).toMatchObject([{ id: 'demo.hello', args: '{}' }]);
});

test('an answer that failed for want of a model has the way to one beside it', async () => {
  // Its only profile was removed by somebody else in the same moment.
  const profiles = new Feed(DEMO);
  const user = show(
    {
      send: async () => {
        profiles.push(NOBODY);
        throw failure('UNAVAILABLE', 'No model is connected');
      },
    },
    { changed: profiles.open, localServers: async () => [] },
  );
  await within(await screen.findByRole('region', { name: 'Rendered prompt' })).findByText('Hi');
  await user.click(await button('Send to model'));
  const answer = within(await screen.findByRole('region', { name: 'Answer' }));
  await answer.findByText('No model is connected');
  await user.click(await answer.findByRole('button', { name: 'Connect a model…' }));
  expect(screen.getByRole('dialog', { name: 'Nobody can answer yet' })).toBeDefined();
});

/** A host that sends what `updates` says, and notes by which ids prompts were sent and stopped. */
function sendingHost(updates: Feed<SendUpdate>) {
  const [sent, stopped]: [unknown[], unknown[]] = [[], []];
  const send = async (input: { readonly sending: string }, options: never) => {
    sent.push(input.sending);
    return await updates.open(undefined, options);
  };
  const stopSending = async ({ sending }: { readonly sending: string }) => void stopped.push(sending);
  return { sent, stopped, parts: { send, stopSending } };
}

test('a prompt is stopped by its id while the host has not said yet that it was sent', async () => {
  const { sent, stopped, parts } = sendingHost(new Feed<SendUpdate>());
  const user = show(parts, { changed: new Feed(DEMO).open });
  await within(await screen.findByRole('region', { name: 'Rendered prompt' })).findByText('Hi');
  for (const _ of ['once', 'again']) {
    await user.click(await button('Send to model'));
    const answer = within(await screen.findByRole('region', { name: 'Answer' }));
    await user.click(await answer.findByRole('button', { name: 'Stop' }));
    expect(await answer.findByText('stopped')).toBeDefined();
  }
  expect(stopped).toEqual(sent);
  expect(new Set(sent).size).toBe(2);
});

test('what is stopped is stopped at the model too, and not only in the view', async () => {
  const updates = new Feed<SendUpdate>({ kind: 'sent', session: 's1', event: 'e1', model: 'm', profile: 'p' });
  const { sent, stopped, parts } = sendingHost(updates);
  const user = show(parts, { changed: new Feed(DEMO).open });
  await within(await screen.findByRole('region', { name: 'Rendered prompt' })).findByText('Hi');
  await user.click(await button('Send to model'));
  const answer = within(await screen.findByRole('region', { name: 'Answer' }));
  await answer.findByRole('button', { name: 'Open the session' });
  updates.push({ kind: 'text', text: 'And so on' });
  await answer.findByText('And so on');
  await user.click(answer.getByRole('button', { name: 'Stop' }));
  expect([stopped.length, stopped]).toEqual([1, sent]);
  expect(await answer.findByText('m, stopped')).toBeDefined();
});

test('a model that was not stopped is not said to be', async () => {
  const updates = new Feed<SendUpdate>({ kind: 'sent', session: 's1', event: 'e1', model: 'm', profile: 'p' });
  const stopSending = () => Promise.reject(failure('UNAVAILABLE', 'The disk is full'));
  const user = show({ send: updates.open, stopSending }, { changed: new Feed(DEMO).open });
  await within(await screen.findByRole('region', { name: 'Rendered prompt' })).findByText('Hi');
  await user.click(await button('Send to model'));
  const answer = within(await screen.findByRole('region', { name: 'Answer' }));
  await answer.findByRole('button', { name: 'Open the session' });
  await user.click(answer.getByRole('button', { name: 'Stop' }));
  expect(await answer.findByText('Not stopped: The disk is full')).toBeDefined();
});
