import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ImageLayer, ImageSummary } from '#contract';
import { Deferred } from '#core/async/deferred';
import { RestoreDialog } from '../../../src-renderer/workspaces/images/restore-dialog.tsx';
import { apiOf, failure, renderPane } from '../../support/pane.tsx';

const layer: ImageLayer = { uuid: 'u1', tag: 'v1', isDefault: true };
const image: ImageSummary = {
  path: '/home/me/agent.squashfs',
  size: 1,
  codec: 'xz',
  entries: 1,
  leftOut: [],
  layers: [layer],
};
const write = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
const writeTo = (value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Write it to' }), { target: { value } });
const replace = () => screen.queryByRole('button', { name: 'Replace it' });

interface RestoreRequest {
  readonly output: string;
  readonly replaces: boolean;
}

function open() {
  const requests: RestoreRequest[] = [];
  const answers: Deferred<unknown>[] = [];
  const restore = (request: RestoreRequest) => {
    requests.push({ output: request.output, replaces: request.replaces });
    const answer = new Deferred<unknown>();
    answers.push(answer);
    return answer.promise;
  };
  const api = apiOf({ workspaceImages: { restore } });
  renderPane(api, <RestoreDialog image={image} layer={layer} files={['notes.md']} onClose={() => {}} />);
  return { requests, answers };
}

const taken = () => failure('CONFLICT', 'It is there already');

test('only the place that was said to be taken is replaced', async () => {
  const { requests, answers } = open();
  write('File or folder of the layer', 'notes.md');
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
  await act(async () => answers[0]?.reject(taken()));
  expect(replace()).not.toBeNull();
  writeTo('/home/me/diary.md');
  expect(replace()).toBeNull();
  writeTo('/home/me/notes.md');
  fireEvent.click(replace() as HTMLElement);
  await waitFor(() =>
    expect(requests).toEqual([
      { output: '/home/me/notes.md', replaces: false },
      { output: '/home/me/notes.md', replaces: true },
    ]),
  );
});

test('an answer about another place than the one that is written by then offers no replacing', async () => {
  const { answers } = open();
  write('File or folder of the layer', 'notes.md');
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
  writeTo('/home/me/diary.md');
  await act(async () => answers[0]?.reject(taken()));
  expect(screen.getByRole('alert').textContent).toContain('It is there already');
  expect(replace()).toBeNull();
});

test('a name that was typed stays when another file is chosen; a folder alone gets the name of the file', () => {
  open();
  const output = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Write it to' }).value;
  writeTo('/tmp/');
  write('File or folder of the layer', 'notes.md');
  expect(output()).toBe('/tmp/notes.md');
  writeTo('/tmp/mine.md');
  write('File or folder of the layer', 'src/notes.md');
  expect(output()).toBe('/tmp/mine.md');
});

test('another folder is kept while the name goes with the file that is chosen; a name that was typed stays', () => {
  open();
  const output = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Write it to' }).value;
  write('File or folder of the layer', 'docs/a.md');
  expect(output()).toBe('/home/me/a.md');
  writeTo('/tmp/a.md');
  write('File or folder of the layer', 'b.md');
  expect(output()).toBe('/tmp/b.md');
  writeTo('/tmp/c.md');
  write('File or folder of the layer', 'c.md');
  write('File or folder of the layer', 'd.md');
  expect(output()).toBe('/tmp/c.md');
});
