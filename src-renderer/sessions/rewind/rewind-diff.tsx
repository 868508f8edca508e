import { useCallback } from 'react';
import type { RewindFile } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { LoadedDiff } from '../../text/loaded-diff.tsx';
import { type RewindRequest, rewindTarget } from './use-rewind.ts';

export interface RewindDiffProps {
  readonly session: string;
  readonly request: RewindRequest;
  readonly file: RewindFile;
}

/** One file as it is now and as it would be, line by line. */
export function RewindDiff({ session, request, file: { path, shownPath } }: RewindDiffProps) {
  const api = useApi();
  const load = useCallback(
    (signal: AbortSignal) => api.rewind.diff({ session, ...rewindTarget(request), path }, { signal }),
    [api, session, request, path],
  );
  return (
    <LoadedDiff
      name={shownPath}
      load={load}
      same={({ warnings }) => warnings.map(({ text }) => text).join('. ') || 'Its text stays the same.'}
    />
  );
}
