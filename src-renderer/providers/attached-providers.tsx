import { useState } from 'react';
import type { ProviderView } from '#contract';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListAndDetail } from '../ui/list-and-detail.tsx';
import { useHeldFocus } from '../ui/use-held-focus.ts';
import { ATTACH_TITLES } from './attach-dialog.tsx';
import type { AttachDraft } from './attach-draft.ts';
import { AttachingStrip, useProgress } from './attaching-strip.tsx';
import { ProviderDetail } from './provider-detail.tsx';
import { ProviderList } from './provider-list.tsx';
import styles from './providers-view.module.css';
import type { AttachAttempt, Attachments } from './use-attaching.ts';

export interface AttachedProvidersProps {
  readonly providers: readonly ProviderView[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly attaching: Attachments;
  readonly onAttach: (kind: AttachDraft['kind']) => void;
  readonly onNewTool: () => void;
  readonly onEdit: (failed: AttachAttempt) => void;
}

const NO_LINES: readonly string[] = [];

/** List of attached providers, with the ways to attach more. */
export function AttachedProviders({
  providers,
  chosen,
  onChoose,
  attaching,
  onAttach,
  onNewTool,
  onEdit,
}: AttachedProvidersProps) {
  const progress = useProgress();
  const shown = useShown(providers, chosen);
  const provider = providers.find(({ id }) => id === shown);
  const held = useHeldFocus<HTMLDivElement>(providers.map(({ id }) => id).join(' '));
  return (
    <div {...held} className={styles.attached}>
      <div className={styles.bar}>
        <Button size="small" variant="primary" onClick={() => onAttach('program')}>
          {ATTACH_TITLES.program}
        </Button>
        <Button size="small" onClick={() => onAttach('js')}>
          {ATTACH_TITLES.js}
        </Button>
        <Button size="small" onClick={() => onAttach('mcp')}>
          {ATTACH_TITLES.mcp}
        </Button>
        <span className={styles.gap} />
        <Button size="small" variant="ghost" onClick={onNewTool}>
          New TypeScript tool
        </Button>
      </div>
      <AttachingStrip attaching={attaching} providers={providers} progress={progress} onEdit={onEdit} />
      {providers.length === 0 ? (
        <EmptyState
          icon="providers"
          title="Nothing is attached"
          text="Attach a program, a Node package or an MCP server, and its tools are offered to the model. Each call asks you first."
        >
          <p className={styles.example}>
            In a session, the same is typed as <code>attach python3 weather.py</code>
          </p>
        </EmptyState>
      ) : (
        <div className={styles.body}>
          <ListAndDetail
            name="providers"
            list={<ProviderList providers={providers} chosen={provider?.id} onChoose={onChoose} />}
          >
            {provider === undefined ? (
              <EmptyState icon="providers" title="It is not in the list any more" text="Choose another one." />
            ) : (
              <ProviderDetail
                key={provider.id}
                provider={provider}
                progress={progress.get(provider.title) ?? NO_LINES}
              />
            )}
          </ListAndDetail>
        </div>
      )}
    </div>
  );
}

/**
 * Id of the provider to show: the chosen one, else the first that there was. Where it is gone no other takes its place, whose buttons
 * would lie under a second press; but the same program that is attached anew does, as after a restart of the host.
 */
function useShown(providers: readonly ProviderView[], chosen: string | undefined): string | undefined {
  const [first, setFirst] = useState<string | undefined>(undefined);
  const [last, setLast] = useState<readonly [shown: ProviderView, all: readonly ProviderView[]] | undefined>(undefined);
  const next = providers.length === 0 ? undefined : (first ?? providers[0]?.id);
  if (next !== first) setFirst(next);
  const shown = chosen ?? next;
  const found = providers.find(({ id }) => id === shown);
  if (found !== undefined && providers !== last?.[1]) setLast([found, providers]);
  return found === undefined && last !== undefined ? (attachedAnew(providers, last) ?? shown) : shown;
}

/** Id of a provider that is the one shown last but for its id, and was not beside that. */
function attachedAnew(
  providers: readonly ProviderView[],
  [shown, before]: readonly [ProviderView, readonly ProviderView[]],
): string | undefined {
  return providers.find(
    ({ id, title, workspace, session }) =>
      title === shown.title &&
      workspace === shown.workspace &&
      session === shown.session &&
      !before.some((one) => one.id === id),
  )?.id;
}
