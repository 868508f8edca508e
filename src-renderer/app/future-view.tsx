import { useNavigation, type ViewId } from '../state/navigation.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { views } from './views.ts';

interface Plan {
  readonly text: string;
  readonly instead: { readonly view: ViewId; readonly label: string };
}

const plans: Partial<Record<ViewId, Plan>> = {
  schedules: {
    text: 'Here tasks will run by the clock and wait with their results for you. It comes with a later version.',
    instead: { view: 'activity', label: 'See what has run so far' },
  },
};

/** A view that is not built yet: says what it will do and leads to something that works. */
export function FutureView({ id }: { readonly id: ViewId }) {
  const { open } = useNavigation();
  const entry = views.find((one) => one.id === id);
  const plan = plans[id];
  if (entry === undefined || plan === undefined) return undefined;
  const { text, instead } = plan;
  return (
    <EmptyState
      icon={entry.icon}
      title={`${entry.title} ${entry.title.endsWith('s') ? 'are' : 'is'} not built yet`}
      text={text}
      action={
        <Button variant="primary" onClick={() => open(instead.view)}>
          {instead.label}
        </Button>
      }
    />
  );
}
