import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { NewPart } from '../../../../src-renderer/workspaces/tabs/new-part.tsx';
import { apiOf, renderPane } from '../../../support/pane.tsx';

test('a name that is typed while another part is made stays', async () => {
  const made = new Deferred<{ file: string }>();
  renderPane(apiOf({}), <NewPart label="Name" ways={{ 'New tool': () => made.promise }} onMade={() => {}} />);
  const field = screen.getByLabelText('Name');
  fireEvent.change(field, { target: { value: 'one' } });
  fireEvent.click(screen.getByRole('button', { name: 'New tool' }));
  fireEvent.change(field, { target: { value: 'two' } });
  await act(async () => made.resolve({ file: 'tools/one.py' }));
  expect(field).toHaveProperty('value', 'two');
});
