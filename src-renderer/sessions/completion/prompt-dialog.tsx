import { useEffect, useState } from 'react';
import type { PromptDetails } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { withGrowingTexts } from '../../forms/growing-texts.ts';
import { SchemaForm, useSchemaForm } from '../../forms/schema-form.tsx';
import { errorText } from '../../state/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { TurnControls } from '../sending/use-turn.ts';
import type { ChosenPrompt } from './use-prompt-dialog.ts';

export interface PromptDialogProps {
  readonly prompt: ChosenPrompt;
  readonly turn: TurnControls;
}

/** Asks for what a prompt needs before it is sent as a message. */
export function PromptDialog({ prompt, turn }: PromptDialogProps) {
  const { chosen } = prompt;
  return chosen === undefined ? undefined : (
    <ChosenPromptDialog key={chosen} name={chosen} prompt={prompt} turn={turn} />
  );
}

function ChosenPromptDialog({ name, ...rest }: PromptDialogProps & { readonly name: string }) {
  const api = useApi();
  const [details, setDetails] = useState<PromptDetails | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    api.prompts.get({ id: name }).then(
      (found) => isCurrent && setDetails(found),
      (error: unknown) => isCurrent && setFailure(errorText(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, name]);
  if (details !== undefined) return <PromptForm details={details} {...rest} />;
  if (failure === undefined) return undefined;
  return (
    <Dialog title={`Send ${name}`} open size="small" onOpenChange={rest.prompt.leave}>
      <Banner level="error">{failure}</Banner>
    </Dialog>
  );
}

function PromptForm({ details, prompt, turn }: PromptDialogProps & { readonly details: PromptDetails }) {
  const { summary, schema } = details;
  const { isSending } = turn;
  const [isTried, setTried] = useState(false);
  const form = useSchemaForm(withGrowingTexts({ type: 'object', additionalProperties: false, ...schema }));
  const send = () => {
    if (!form.isValid) return form.showProblems();
    setTried(true);
    void prompt.send(form.json);
  };
  return (
    <Dialog
      title={`Send ${summary.id}`}
      open
      size="small"
      onOpenChange={prompt.leave}
      description={summary.description ?? summary.name}
      actions={
        <>
          <Button onClick={prompt.leave}>Cancel</Button>
          <Button variant="primary" aria-disabled={isSending} onClick={() => !isSending && send()}>
            Send
          </Button>
        </>
      }
    >
      {isTried && turn.problem !== undefined ? <Banner level="error">{turn.problem}</Banner> : undefined}
      <SchemaForm form={form} label={`Arguments of ${summary.id}`} />
    </Dialog>
  );
}
