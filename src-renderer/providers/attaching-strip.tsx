import type { ProviderView } from '#contract';
import { useLayoutPieces } from '../state/layout.tsx';
import { useFold } from '../state/use-live.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { forgetDraft, isStartedWith } from './attach-draft.ts';
import styles from './providers-view.module.css';
import type { AttachAttempt, Attachments } from './use-attaching.ts';

/** Lines of progress by what is attached, newest last. */
export type AttachProgress = ReadonlyMap<string, readonly string[]>;

const NONE: AttachProgress = new Map();
const MAX_LINES = 200;

/** Collects the progress of attaching since the view was opened: install, build, handshake. */
export function useProgress(): AttachProgress {
  const live = useFold(
    (api, signal) => api.providers.progress(undefined, { signal }),
    NONE,
    (known, { title, text }: { readonly title: string; readonly text: string }) =>
      new Map(known).set(title, [...(known.get(title) ?? []), text].slice(-MAX_LINES)),
    [],
  );
  return live.status === 'ready' ? live.value : NONE;
}

export interface AttachingStripProps {
  readonly attaching: Attachments;
  readonly providers: readonly ProviderView[];
  readonly progress: AttachProgress;
  readonly onEdit: (attachment: AttachAttempt) => void;
}

/** Strip about what is being attached, with a button to stop it; and about failures, with a way back to the input. */
export function AttachingStrip({ attaching, providers, progress, onEdit }: AttachingStripProps) {
  const pieces = useLayoutPieces();
  const starting = providers.filter(({ state }) => state === 'initializing');
  const latestOf = ({ spec }: AttachAttempt) => {
    const own = starting.find((provider) => isStartedWith(provider, spec));
    return own && progress.get(own.title)?.at(-1);
  };
  return attaching.all.map((one) =>
    one.problem === undefined ? (
      <section key={one.id} className={styles.strip} aria-label={`Attaching ${one.label}`}>
        <Spinner label={`Attaching ${one.label}`} />
        <span className={styles.progress}>
          <VisibleText text={latestOf(one) ?? ''} />
        </span>
        <Button size="small" onClick={() => attaching.drop(one.id)}>
          Cancel
        </Button>
      </section>
    ) : (
      <Banner
        key={one.id}
        level="error"
        title={`Not attached: ${one.label}`}
        onDismiss={() => {
          forgetDraft(pieces, one.draft);
          attaching.drop(one.id);
        }}
        actions={
          <Button size="small" onClick={() => onEdit(one)}>
            Change and try again
          </Button>
        }
      >
        <p className={styles.problem}>
          <VisibleText text={one.problem} />
        </p>
      </Banner>
    ),
  );
}
