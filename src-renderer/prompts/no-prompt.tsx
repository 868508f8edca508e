import type { PromptsState } from '#contract';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { GonePrompt } from './gone-prompt.tsx';

export interface NoPromptProps {
  readonly store: PromptsState['store'];
  /** Prompt that was chosen and is not among those of the store; absent if there is none at all. */
  readonly id: string | undefined;
  /** Whether the prompt was made just now, and the store has not told of it yet. */
  readonly isAwaited: boolean;
  readonly onNew: () => void;
  readonly onMade: (id: string) => void;
}

/** Placeholder while no prompt can be shown, with the reason: the store cannot be read, is empty, or has the chosen one no more. */
export function NoPrompt({ store, id, isAwaited, onNew, onMade }: NoPromptProps) {
  if (isAwaited) return <Spinner label={`Loading ${id}`} />;
  if (store.state === 'connecting') return <Spinner label={`Connecting to the prompt store, ${store.place}`} />;
  if (store.state === 'down') {
    const text = store.reason ?? 'The store does not answer.';
    return <EmptyState icon="prompts" title="The prompts cannot be read" text={text} />;
  }
  if (id !== undefined) return <GonePrompt key={id} id={id} onMade={onMade} />;
  return (
    <EmptyState
      icon="prompts"
      title="There is no prompt yet"
      text="A prompt is a template with variables and tools in it. It is rendered as you type, and you see where every piece came from."
      action={
        <Button variant="primary" onClick={onNew}>
          New prompt
        </Button>
      }
    >
      <p>
        For example: <code>{'Greet {{.args.who}} in one sentence.'}</code>
      </p>
    </EmptyState>
  );
}
