import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { NavigationProvider, useNavigation } from '../../../src-renderer/state/navigation.tsx';

function Visitor() {
  const { view, target, count, open } = useNavigation();
  const [visits, setVisits] = useState<readonly string[]>([]);
  useEffect(() => {
    if (count > 0) setVisits((known) => [...known, `${view} ${target}`]);
  }, [view, target, count]);
  return (
    <>
      <button type="button" onClick={() => open('changes', 'c1')}>
        Open
      </button>
      <p>{visits.join(', ')}</p>
    </>
  );
}

test('going to the same place twice is seen twice', async () => {
  const view = render(
    <NavigationProvider>
      <Visitor />
    </NavigationProvider>,
  );
  onTestFinished(() => view.unmount());
  const user = userEvent.setup();
  await user.click(screen.getByRole('button'));
  await user.click(screen.getByRole('button'));
  expect(screen.getByRole('paragraph').textContent).toBe('changes c1, changes c1');
});
