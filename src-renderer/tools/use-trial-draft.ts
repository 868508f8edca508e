import { useCallback } from 'react';
import type { FormContent } from '../forms/kept-content.ts';
import type { FormKeeping } from '../forms/use-kept-form.ts';
import { useLayout } from '../state/layout.tsx';

type TrialDrafts = Readonly<Record<string, FormContent>>;

/** Tools whose arguments are kept; those that were filled in longest ago give way. */
const MOST = 30;
/** UTF-16 units of arguments that are kept, as JSON: all that the page keeps has a limit. */
const LONGEST = 20_000;
const NONE: TrialDrafts = {};

/** Keeps the arguments with which a tool is tried. `tool` names it among all that can be tried. */
export function useTrialDraft(tool: string): FormKeeping {
  const [drafts, setDrafts, draftsNow] = useLayout('tools.tried', NONE);
  const keep = useCallback(
    (content: FormContent | undefined) => {
      const others = Object.entries(draftsNow()).filter(([one]) => one !== tool);
      const isKept = content !== undefined && JSON.stringify(content).length <= LONGEST;
      setDrafts(Object.fromEntries(isKept ? [...others.slice(1 - MOST), [tool, content]] : others));
    },
    [tool, setDrafts, draftsNow],
  );
  return { kept: Object.hasOwn(drafts, tool) ? drafts[tool] : undefined, keep };
}
