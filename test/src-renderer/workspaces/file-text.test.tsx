import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ImageLayer, ImageSummary } from '#contract';
import { FileText } from '../../../src-renderer/workspaces/reading-room/file-text.tsx';
import { apiOf, failure, renderPane } from '../../support/pane.tsx';

test('a file that could not be read is read when it is unfolded again, and then nothing says that it was not', async () => {
  let reads = 0;
  const readFile = async () => {
    reads += 1;
    if (reads === 1) throw failure('UNAVAILABLE', 'The image is away');
    return { text: 'be kind' };
  };
  const { container } = renderPane(
    apiOf({ workspaceImages: { readFile } }),
    <FileText image={{ path: '/a.squashfs' } as ImageSummary} layer={{ uuid: 'u' } as ImageLayer} file="AGENTS.md" />,
  );
  const details = container.querySelector('details') as HTMLDetailsElement;
  const unfold = (open: boolean) =>
    act(() => {
      details.open = open;
    });
  unfold(true);
  await screen.findByText('The image is away');
  unfold(false);
  unfold(true);
  await screen.findByText('be kind');
  expect(screen.queryByText('The image is away')).toBeNull();
});
