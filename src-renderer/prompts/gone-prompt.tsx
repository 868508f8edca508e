import { useApi } from '../api/api-context.tsx';
import { useLayout } from '../state/layout.tsx';
import { useAsyncAction } from '../state/use-async-action.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { plural } from '../ui/format.ts';
import { useRequest } from './records/use-request.ts';
import { type PromptDraft, promptDraftKey } from './workbench/use-workbench.ts';

export interface GonePromptProps {
  readonly id: string;
  /** Shows a prompt that is in the store again, or will be in a moment. */
  readonly onMade: (id: string) => void;
}

/** Notice in place of a prompt that is not in the store any more, with what is left of it: what was typed, and its versions. */
export function GonePrompt({ id, onMade }: GonePromptProps) {
  const api = useApi();
  const { value: versions = [], problem } = useRequest((host) => host.prompts.versions({ id }), id);
  const newest = versions.toSorted((one, other) => other.at - one.at)[0];
  const [draft, setDraft] = useLayout<PromptDraft | undefined>(promptDraftKey(id), undefined);
  const saving = useAsyncAction();
  const left = [
    draft === undefined ? undefined : 'What you typed and did not save is kept.',
    newest === undefined
      ? undefined
      : `${plural(versions.length, 'version')} of it ${versions.length === 1 ? 'is' : 'are'} kept.`,
  ];
  const failure = saving.problem ?? problem;
  return (
    <>
      {failure === undefined ? undefined : <Banner level="error">{failure}</Banner>}
      <EmptyState
        icon="prompts"
        title={`${id} is gone`}
        text={['It was deleted or renamed, perhaps by another program.', ...left].filter(Boolean).join(' ')}
        action={
          draft === undefined ? undefined : (
            <Button
              variant="primary"
              disabled={saving.isBusy}
              onClick={() =>
                saving.run(async () => {
                  await api.prompts.save({ id, record: draft.record });
                  setDraft(undefined);
                  onMade(id);
                })
              }
            >
              Save what was typed
            </Button>
          )
        }
      >
        {newest === undefined ? undefined : (
          <Button
            disabled={saving.isBusy}
            onClick={() =>
              saving.run(async () => {
                await api.prompts.rollback({ id, hash: newest.hash });
                onMade(id);
              })
            }
          >
            Bring it back
          </Button>
        )}
      </EmptyState>
    </>
  );
}
