import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { Prices } from '../../../src-renderer/settings/form/prices.tsx';
import { RedisPassword } from '../../../src-renderer/settings/redis-password.tsx';
import { apiOf, failure, renderPane } from '../../support/pane.tsx';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('nothing can be typed over a password that is being kept, and be lost when it is', async () => {
  const kept = new Deferred<{ kept: 'kept' }>();
  let isKept = false;
  const api = apiOf({
    prompts: { redisPassword: async () => ({ isKept }), setRedisPassword: () => kept.promise },
  });
  renderPane(api, <RedisPassword />);
  type('Password of Redis', 'first');
  press('Keep');
  expect(field('Password of Redis').readOnly).toBe(true);
  isKept = true;
  kept.resolve({ kept: 'kept' });
  expect(await screen.findByText('one is kept')).toBeTruthy();
});

test('nothing can be typed over a price that is being added, and all of it is there where it was refused', async () => {
  const saved = new Deferred<void>();
  const api = apiOf({ settings: { set: () => saved.promise } });
  renderPane(api, <Prices prices={{}} isDisabled={false} />);
  const typed = { Model: 'qwen*', Sent: '1', Cached: '.1', Received: '2' };
  for (const [name, value] of Object.entries(typed)) type(name, value);
  press('Add price');
  const names = Object.keys(typed);
  expect(names.map((name) => field(name).readOnly)).toEqual(names.map(() => true));
  saved.reject(failure('UNAVAILABLE', 'The disk is full'));
  await waitFor(() => expect(names.map((name) => field(name).readOnly)).toEqual(names.map(() => false)));
  expect(names.map((name) => field(name).value)).toEqual(Object.values(typed));
});
