import { useMemo, useRef } from 'react';

type SetDraft = (change: (now: string) => string) => void;

/** Lines that were not run go back into the field in the order they were typed, above what was typed since. */
export function useCameBack(setDraft: SetDraft) {
  const count = useRef(0);
  const back = useRef<readonly { readonly at: number; readonly line: string }[]>([]);
  const set = useRef(setDraft);
  set.current = setDraft;
  return useMemo(
    () => ({
      /** The field is emptied for `line`; answers what puts it back. */
      sent: (line: string) => {
        const at = count.current++;
        // What had come back went with it.
        back.current = [];
        return () => {
          const before = queuedText(back.current);
          const all = [...back.current, { at, line }].sort((one, other) => one.at - other.at);
          back.current = all;
          set.current((now) => {
            if (now === '') return queuedText(all);
            if (before !== '' && now.startsWith(before)) return queuedText(all) + now.slice(before.length);
            return `${line}\n${now}`;
          });
        };
      },
    }),
    [],
  );
}

const queuedText = (lines: readonly { readonly line: string }[]) => lines.map(({ line }) => line).join('\n');
