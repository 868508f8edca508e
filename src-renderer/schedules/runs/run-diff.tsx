import { useCallback } from 'react';
import type { Change } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { LoadedDiff } from '../../text/loaded-diff.tsx';
import { Button } from '../../ui/button.tsx';

/** Diff of a run's change to one file; a longer diff continues in Changes. */
export function RunDiff({ file: { id, since, shownPath } }: { readonly file: Change }) {
  const api = useApi();
  const { open } = useNavigation();
  const load = useCallback(
    (signal: AbortSignal) => api.changes.diff({ id, ...(since !== undefined && { since }) }, { signal }),
    [api, id, since],
  );
  return (
    <LoadedDiff
      name={shownPath}
      load={load}
      same={() => 'Its text stayed the same.'}
      more={(left) => (
        <Button size="small" variant="ghost" onClick={() => open('changes', id)}>
          {left}: show in Changes
        </Button>
      )}
    />
  );
}
