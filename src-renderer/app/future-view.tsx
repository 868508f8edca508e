import { useNavigation, type ViewId } from '../state/navigation.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { views } from './views.ts';

interface Plan {
  readonly text: string;
  readonly instead: { readonly view: ViewId; readonly label: string };
}

const plans: Partial<Record<ViewId, Plan>> = {
  prompts: {
    text: 'Here you will write prompt templates and watch them render as you type, with the origin of every piece. It comes with a later version.',
    instead: { view: 'sessions', label: 'Write a message instead' },
  },
  workspaces: {
    text: 'Here you will keep agent workspaces as folders and images, with snapshots to go back to. Until then Sigma Shell works in one folder.',
    instead: { view: 'terminals', label: 'Open the folder in a terminal' },
  },
  schedules: {
    text: 'Here tasks will run by the clock and wait with their results for you. It comes with a later version.',
    instead: { view: 'activity', label: 'See what has run so far' },
  },
  providers: {
    text: 'Here you will attach programs and MCP servers that give the model more tools. Until then it has the built-in ones for files and commands.',
    instead: { view: 'settings', label: 'Open the settings' },
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
