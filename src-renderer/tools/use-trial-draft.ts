import { useCallback } from 'react';
import type { FormContent } from '../forms/kept-content.ts';
import type { FormKeeping } from '../forms/use-kept-form.ts';
import { useLayout } from '../state/layout.tsx';

type TrialDrafts = Readonly<Record<string, FormContent>>;

/** Tools whose arguments are kept; those that were filled in longest ago give way. */
const MOST = 30;
const NONE: TrialDrafts = {};

/** Keeps the arguments with which a tool is tried. `tool` names it among all that can be tried. */
export function useTrialDraft(tool: string): FormKeeping {
  const [drafts, setDrafts, draftsNow] = useLayout('tools.tried', NONE);
  const keep = useCallback(
    (content: FormContent | undefined) => {
      const others = Object.entries(draftsNow()).filter(([one]) => one !== tool);
      const kept = content === undefined ? others : [...others.slice(1 - MOST), [tool, content] as const];
      setDrafts(Object.fromEntries(kept));
    },
    [tool, setDrafts, draftsNow],
  );
  return { kept: Object.hasOwn(drafts, tool) ? drafts[tool] : undefined, keep };
}
