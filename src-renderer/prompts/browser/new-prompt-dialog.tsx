import { type FormEvent, useId, useState } from 'react';
import type { PromptRecord } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { useIsMounted } from '../../state/use-is-mounted.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from '../workbench/details-pane.module.css';

export interface NewPromptDialogProps {
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

const KINDS = [
  { value: 'prompt', label: 'One text, sent as a message of the user' },
  { value: 'messages', label: 'Messages, each with a role' },
];

/** Puts a first template into the store, to be changed. */
export function NewPromptDialog({ onMade, onClose }: NewPromptDialogProps) {
  const api = useApi();
  const form = useId();
  const [id, setId] = useState('my.greeting');
  const [kind, setKind] = useState('prompt');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isBusy, setIsBusy] = useState(false);
  const isMounted = useIsMounted();
  const wanted = id.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(undefined);
    api.prompts
      .save({ id: wanted, record: samplePrompt(wanted, kind) })
      // A person who has left the dialog stays where they are.
      .then(() => isMounted() && onMade(wanted))
      .catch((error: unknown) => setProblem(errorText(error)))
      .finally(() => setIsBusy(false));
  };
  return (
    <Dialog
      open
      title="New prompt"
      size="small"
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={isBusy || wanted === ''}>
            Create
          </Button>
        </>
      }
    >
      <form id={form} className={styles.pane} onSubmit={submit} noValidate>
        {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
        <TextField
          label="Id"
          hint="Words separated by points, such as team.review: what programs ask for it by."
          value={id}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setId(target.value)}
        />
        <SelectField label="Kind" choices={KINDS} value={kind} onChange={setKind} />
      </form>
    </Dialog>
  );
}

function samplePrompt(id: string, kind: string): PromptRecord {
  const common = {
    name: id.split('.').at(-1) ?? id,
    supports: ['chat' as const],
    parameters: { type: 'object', properties: { who: { type: 'string', default: 'Ada' } } },
    returns: {},
  };
  const text = 'Greet {{.args.who}} in one sentence.\n';
  if (kind === 'prompt') return { ...common, prompt: text };
  return {
    ...common,
    messages: [
      { role: 'system', content: 'Be friendly and brief.' },
      { role: 'user', content: text },
    ],
  };
}
