import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ImageWork, PackPlan, SnapshotPlan } from '#contract';
import { failure } from '../../support/pane.tsx';
import { agent, PATH, showWorkspaces } from './show-workspaces.tsx';

const plan: PackPlan = {
  entries: 3,
  bytes: 2000,
  ignored: ['build'],
  ignoredCount: 1,
  special: [],
  output: '/srv/agent.squashfs',
  hasXz: false,
  secrets: [
    { path: '.env', foundBy: 'name' },
    { path: 'a/key.txt', foundBy: 'content' },
  ],
};

const opened = {
  folder: PATH,
  output: PATH,
  image: '/srv/agent.squashfs',
  layer: 'u-1',
  tag: 'v1',
  openedBy: 'fuse' as const,
  isMount: true,
};

/** Work that the test moves on. */
function heldWork() {
  const given: ImageWork[] = [];
  let wake = () => {};
  let signal: AbortSignal | undefined;
  return {
    give: (work: ImageWork) => {
      given.push(work);
      wake();
    },
    isLeft: () => signal?.aborted === true,
    open: async (_: unknown, options: { readonly signal: AbortSignal }) => {
      signal = options.signal;
      signal.addEventListener('abort', () => wake());
      return (async function* () {
        while (!options.signal.aborted) {
          const next = given.shift();
          if (next) yield next;
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
        throw failure('CANCELLED', 'left');
      })();
    },
  };
}

test('a folder is packed with the files that were ticked; a failure keeps what was typed', async () => {
  const requests: unknown[] = [];
  const { user } = showWorkspaces({
    images: {
      planPack: async () => plan,
      pack: async (request: unknown) => {
        requests.push(request);
        throw failure('CONFLICT', '/srv/agent.squashfs exists already. Name another file');
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Pack' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pack' });
  await within(dialog).findByText(/3 entries, 2\.0 kB/);
  expect(within(dialog).getByText('1 path left out by .sigmaignore')).toBeTruthy();
  await user.type(within(dialog).getByRole('textbox', { name: 'Tag' }), 'v1');
  await user.click(within(dialog).getByRole('checkbox', { name: 'a/key.txt a key stands in it' }));
  await user.click(within(dialog).getByRole('button', { name: 'Pack' }));
  await within(dialog).findByText(/exists already\. Name another file/);
  const request = {
    folder: PATH,
    output: plan.output,
    replaces: false,
    codec: 'zstd',
    tag: 'v1',
    secrets: ['a/key.txt'],
  };
  expect(requests).toEqual([request]);
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Tag' }).value).toBe('v1');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Replace a file that is there' }));
  await user.click(within(dialog).getByRole('button', { name: 'Pack' }));
  await waitFor(() => expect(requests.at(-1)).toEqual({ ...request, replaces: true }));
});

test('xz is offered where something packs with it', async () => {
  const requests: { codec?: string }[] = [];
  const { user } = showWorkspaces({
    images: {
      planPack: async () => ({ ...plan, hasXz: true }),
      pack: async (request: { codec?: string }) => {
        requests.push(request);
        throw failure('UNAVAILABLE', 'no');
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Pack' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pack' });
  await user.selectOptions(await within(dialog).findByRole('combobox', { name: 'Compression' }), 'xz');
  await user.click(within(dialog).getByRole('button', { name: 'Pack' }));
  await waitFor(() => expect(requests).toMatchObject([{ codec: 'xz' }]));
});

test('packing shows how far it is, and ends where it is cancelled', async () => {
  const work = heldWork();
  const { user } = showWorkspaces({ images: { planPack: async () => plan, pack: work.open } });
  await user.click(await screen.findByRole('button', { name: 'Pack' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pack' });
  await user.click(await within(dialog).findByRole('button', { name: 'Pack' }));
  work.give({ kind: 'progress', done: 500, all: 2000 });
  await within(dialog).findByText('500 B of 2.0 kB');
  expect(within(dialog).getByRole('progressbar', { name: 'Packing' })).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await within(dialog).findByText('Cancelled; nothing is left.');
  expect(work.isLeft()).toBe(true);
  expect(within(dialog).getByRole('button', { name: 'Pack' })).toBeTruthy();
});

test('what was opened from an image says so, and that it has changes in no snapshot', async () => {
  const changed: SnapshotPlan = { differences: [{ path: 'a', change: 'added' }], isCut: false, secrets: [] };
  const { user, opened: feed } = showWorkspaces({ images: { planSnapshot: async () => changed } });
  await screen.findByRole('button', { name: 'Pack' });
  expect(screen.queryByRole('button', { name: 'Snapshot' })).toBeNull();
  feed.push([opened]);
  await screen.findByText('mounted agent.squashfs · v1');
  await screen.findByText('unsaved changes');
  await user.click(screen.getByRole('button', { name: 'Snapshot' }));
  const dialog = await screen.findByRole('dialog', { name: 'Snapshot' });
  await within(dialog).findByText('1 added, 0 changed, 0 deleted');
});

test('a snapshot where nothing changed needs a tag', async () => {
  const nothing: SnapshotPlan = { differences: [], isCut: false, secrets: [] };
  const { user, opened: feed } = showWorkspaces({ images: { planSnapshot: async () => nothing } });
  feed.push([opened]);
  await user.click(await screen.findByRole('button', { name: 'Snapshot' }));
  const dialog = await screen.findByRole('dialog', { name: 'Snapshot' });
  const take = await within(dialog).findByRole<HTMLButtonElement>('button', { name: 'Take snapshot' });
  expect(take.disabled).toBe(true);
  await user.type(within(dialog).getByRole('textbox', { name: 'Tag' }), 'v2');
  expect(take.disabled).toBe(false);
});

test('unmounting names what would be lost, and loses it only where that is said', async () => {
  const requests: unknown[] = [];
  const { user, opened: feed } = showWorkspaces({
    images: {
      planSnapshot: async () => ({ differences: [], isCut: false, secrets: [] }),
      unmount: async (request: { readonly discards: boolean }) => {
        requests.push(request);
        if (!request.discards) {
          const problems = [{ path: 'late.txt', message: 'in no snapshot' }];
          throw Object.assign(new Error('There are changes in no snapshot'), { code: 'CONFLICT', data: { problems } });
        }
      },
    },
  });
  feed.push([opened]);
  await user.click(await screen.findByRole('button', { name: 'Unmount' }));
  const dialog = await screen.findByRole('dialog', { name: 'Unmount' });
  await user.click(within(dialog).getByRole('button', { name: 'Unmount' }));
  await within(dialog).findByText('late.txt');
  await user.click(within(dialog).getByRole('button', { name: 'Discard and unmount' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toEqual([
    { folder: PATH, discards: false },
    { folder: PATH, discards: true },
  ]);
});

test('a mount that a crash left can be closed', async () => {
  const { opened: feed } = showWorkspaces();
  await screen.findByRole('button', { name: 'Pack' });
  feed.push([{ ...opened, folder: '/mnt/x', output: '/mnt/x', problem: 'A crash or a restart left it: unmount it' }]);
  await screen.findByRole('button', { name: 'Unmount /mnt/x' });
  expect(screen.getByText(/A crash or a restart left it/)).toBeTruthy();
});

test('a dialog about one workspace goes when another is chosen, and does not come back', async () => {
  const planned: unknown[] = [];
  const planPack = async (input: unknown) => {
    planned.push(input);
    return plan;
  };
  const other = { ...agent, path: '/srv/other', name: 'other' };
  const { user, list } = showWorkspaces({ workspaces: [agent, other], images: { planPack } });
  await user.click(await screen.findByRole('button', { name: 'Pack' }));
  await screen.findByRole('dialog', { name: 'Pack' });
  list.push([other]);
  await screen.findByRole('heading', { name: 'other' });
  expect(screen.queryByRole('dialog', { name: 'Pack' })).toBeNull();
  list.push([agent, other]);
  await user.click(await screen.findByRole('button', { name: /^agent/ }));
  await screen.findByRole('heading', { name: 'agent' });
  expect(screen.queryByRole('dialog', { name: 'Pack' })).toBeNull();
  expect(planned).toEqual([{ folder: PATH }]);
});
