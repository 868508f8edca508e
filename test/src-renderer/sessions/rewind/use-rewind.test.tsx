import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RewindPlan } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ConnectionLostError } from '../../../../src-renderer/api/connection-lost-error.ts';
import { RewindInConversation } from '../../../../src-renderer/sessions/rewind/rewind-in-conversation.tsx';
import { useRewind } from '../../../../src-renderer/sessions/rewind/use-rewind.ts';
import { apiOf, failure, renderPane } from '../../../support/pane.tsx';

const planOf = (title: string): RewindPlan => ({
  title,
  messages: 1,
  files: [],
  counts: { restored: 0, left: 0, unknown: 0, others: 0 },
  isRunning: false,
  waiting: 0,
  limits: [],
});

function Conversation() {
  const rewind = useRewind({ session: 's', items: [], focusComposer: () => {} });
  return (
    <RewindInConversation session="s" rewind={rewind}>
      {['first', 'second'].map((before) => (
        <button key={before} type="button" onClick={() => rewind.context.rewind({ before }, 'rewind')}>
          {before}
        </button>
      ))}
    </RewindInConversation>
  );
}

/** A conversation of two messages whose plans and runs are answered by the test. */
function open() {
  const asked = new Map<string, Deferred<RewindPlan>>();
  const ran: Deferred<{ readonly text: string }>[] = [];
  const rewind = {
    plan: ({ message }: { readonly message: string }) => {
      const answer = new Deferred<RewindPlan>();
      asked.set(message, answer);
      return answer.promise;
    },
    run: () => {
      const answer = new Deferred<{ readonly text: string }>();
      ran.push(answer);
      return answer.promise;
    },
  };
  renderPane(apiOf({ rewind }), <Conversation />);
  const answer = (message: string) => act(async () => asked.get(message)?.resolve(planOf(message)));
  const refuse = (message: string) =>
    act(async () => asked.get(message)?.reject(failure('CONFLICT', `${message} is gone`)));
  return { answer, refuse, ran };
}

const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const dialog = () => screen.queryByRole('dialog')?.textContent;

test('a preview that was closed before its plan was there stays closed', async () => {
  const { answer } = open();
  press('first');
  press('Cancel');
  await answer('first');
  expect(dialog()).toBeUndefined();
});

test('a plan that comes late does not take the place of another message’s', async () => {
  const { answer, refuse } = open();
  press('first');
  press('Cancel');
  press('second');
  await answer('second');
  await answer('first');
  expect(dialog()).toContain('“second”');
  press('Cancel');
  press('first');
  press('Cancel');
  press('second');
  await answer('second');
  await refuse('first');
  expect(dialog()).toContain('“second”');
});

test('a rewind that fails after its preview was closed says so beside the next one', async () => {
  const { answer, ran } = open();
  press('first');
  await answer('first');
  press('Rewind');
  press('Cancel');
  press('second');
  await answer('second');
  await act(async () => ran[0]?.reject(failure('UNAVAILABLE', 'It cannot be recorded')));
  expect(dialog()).toContain('“second”');
  await waitFor(() => expect(screen.getByText(/Not rewound: It cannot be recorded/)).toBeDefined());
});

test('a rewind whose answer was lost is not said to have failed', async () => {
  const { answer, ran } = open();
  press('first');
  await answer('first');
  press('Rewind');
  press('Cancel');
  await act(async () => ran[0]?.reject(new ConnectionLostError()));
  const told = await screen.findByText(/The connection to Sigma Shell was lost/);
  expect(told.textContent).not.toContain('Not rewound');
});
