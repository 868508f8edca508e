import { useRef, useState } from 'react';
import type { LinkSpec } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { announce } from '../ui/announce.ts';
import { type AttachDraft, draftLabel, runsHere, specOf } from './attach-draft.ts';

/** An attach that is under way, or has failed and waits to be seen. */
export interface AttachAttempt {
  readonly id: number;
  readonly draft: AttachDraft;
  readonly spec: LinkSpec;
  readonly label: string;
  readonly problem: string | undefined;
}

export interface Attachments {
  readonly all: readonly AttachAttempt[];
  /** Resolves once it has begun, or `signal` says that it is not wanted any more. @throws what is wrong with the command line */
  readonly begin: (draft: AttachDraft, signal: AbortSignal) => Promise<void>;
  /** Stops it if it goes on, and takes it from the list. */
  readonly drop: (id: number) => void;
}

export interface AttachingOptions {
  readonly workspace: string | undefined;
  /** Provider that is chosen. */
  readonly chosen: string | undefined;
  /** Called when it is ready; `isAwaited`: the person has chosen no other since it began, and types into none. */
  readonly onAttached: (id: string, draft: AttachDraft, isAwaited: boolean) => void;
}

/** Attaches to a workspace; they run on while their dialog is closed: what they ask is answered in the review. */
export function useAttaching(options: AttachingOptions): Attachments {
  const api = useApi();
  const [all, setAll] = useState<readonly AttachAttempt[]>([]);
  const count = useRef(0);
  const endings = useRef(new Map<number, AbortController>());
  const latest = useRef(options);
  latest.current = options;

  const remove = (id: number) => {
    endings.current.delete(id);
    setAll((now) => now.filter((one) => one.id !== id));
  };
  const begin = async (draft: AttachDraft, signal: AbortSignal) => {
    const { workspace, chosen } = latest.current;
    const spec = await specOf(draft, (line) => api.providers.words({ line }, { signal }));
    if (signal.aborted) return;
    const label = draftLabel(draft);
    count.current += 1;
    const id = count.current;
    const ending = new AbortController();
    endings.current.set(id, ending);
    setAll((now) => [...now, { id, draft, spec, label, problem: undefined }]);
    // What was typed before another transport was chosen is not shown any more.
    const cwd = runsHere(draft) ? draft.folder.trim() : '';
    const place = { ...(cwd === '' ? {} : { cwd }), ...(workspace === undefined ? {} : { workspace }) };
    api.providers.attach({ spec, remember: draft.remember, ...place }, { signal: ending.signal }).then(
      (provider) => {
        remove(id);
        announce(`Attached: ${label}`);
        latest.current.onAttached(provider.id, draft, latest.current.chosen === chosen && !isTyping());
      },
      (error: unknown) => {
        if (ending.signal.aborted) return;
        setAll((now) => now.map((one) => (one.id === id ? { ...one, problem: errorText(error) } : one)));
      },
    );
  };
  const drop = (id: number) => {
    endings.current.get(id)?.abort();
    remove(id);
  };
  return { all, begin, drop };
}

/** Whether a person is in a field of the provider that is shown, which would go with it. */
function isTyping(): boolean {
  return document.activeElement?.matches('[data-provider] :is(input, textarea, select)') === true;
}
