import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EndOfPath } from '../../../src-renderer/ui/end-of-path.tsx';

const show = (path: string) => render(<EndOfPath path={path} />).container;

test.each([
  ['src/app.ts', 'app.ts'],
  ['app.ts', 'app.ts'],
  ['a/תיקייה/קובץ.txt', 'קובץ.txt'],
  ['/tmp/folder//', 'folder//'],
  ['/', '/'],
])(
  'the text of %s is whole, and its name is apart from the folders, in whatever direction they are written',
  (path, name) => {
    const shown = show(path);
    expect(shown.textContent).toBe(path);
    expect(shown.querySelector('bdi > bdi')?.textContent).toBe(name);
  },
);
