import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Terminal } from '#contract';
import { addTab, EMPTY_LAYOUT } from '../../../src-renderer/terminals/layout-model.ts';
import { TabBar } from '../../../src-renderer/terminals/tab-bar.tsx';

const TAB_PIXELS = 120;
const BAR_PIXELS = 800;

/** Bars have a width, which happy-dom does not give them. */
beforeEach(() => {
  const { prototype } = HTMLElement;
  Object.defineProperty(prototype, 'clientWidth', { configurable: true, get: () => BAR_PIXELS });
  Object.defineProperty(prototype, 'scrollWidth', {
    configurable: true,
    get(this: HTMLElement) {
      return this.querySelectorAll('[role="tab"]').length * TAB_PIXELS;
    },
  });
  return () => {
    Reflect.deleteProperty(prototype, 'clientWidth');
    Reflect.deleteProperty(prototype, 'scrollWidth');
  };
});

function show(count: number) {
  const ids = Array.from({ length: count }, (_, at) => `t${at + 1}`);
  const terminals = new Map(ids.map((id) => [id, { id, title: 'bash' } as unknown as Terminal]));
  const activated: string[] = [];
  let entered = 0;
  const nothing = () => {};
  const view = render(
    <TabBar
      layout={ids.reduce(addTab, EMPTY_LAYOUT)}
      terminals={terminals}
      renaming={undefined}
      onRenaming={nothing}
      onRename={nothing}
      onActivate={(tab) => activated.push(tab)}
      onEnter={() => {
        entered += 1;
      }}
      onClose={nothing}
    />,
  );
  onTestFinished(() => view.unmount());
  return { activated, entered: () => entered, user: userEvent.setup() };
}

test('of 100 terminals each is in a list by its number, the shown one marked, and is gone to from there', async () => {
  const { activated, entered, user } = show(100);

  await user.click(screen.getByRole('button', { name: 'All 100 terminals' }));
  const menu = await screen.findByRole('menu');
  const items = within(menu).getAllByRole('menuitem');
  expect(items).toHaveLength(100);
  expect(items.map((item) => item.textContent?.trim()).slice(0, 2)).toEqual(['1  bash', '2  bash']);
  expect(items.filter((item) => item.querySelector('svg') !== null)).toEqual([items[99]]);
  await user.click(items[41] as HTMLElement);

  expect(activated).toEqual(['t42']);
  await waitFor(() => expect(entered()).toBe(1));
});

test('there is no list where every tab can be seen', () => {
  show(6);
  expect(screen.getAllByRole('tab')).toHaveLength(6);
  expect(screen.queryByRole('button', { name: /^All / })).toBeNull();
});
