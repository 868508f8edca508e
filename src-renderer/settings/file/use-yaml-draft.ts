import { useEffect, useState } from 'react';

/** A file's text as it is typed. */
export interface YamlDraft {
  readonly text: string;
  readonly isChanged: boolean;
  /** Whether somebody else has changed the file since the typing began. */
  readonly isStale: boolean;
  readonly change: (text: string) => void;
  readonly discard: () => void;
  /** Saves what is typed; `write` answers whether it was. */
  readonly save: (write: (text: string) => Promise<boolean>) => Promise<void>;
}

/** Draft of a file while that may change. What is typed stays until it is saved or discarded, also while it is being saved. */
export function useYamlDraft(yaml: string): YamlDraft {
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const [base, setBase] = useState(yaml);
  const [sent, setSent] = useState<string | undefined>(undefined);
  const isChanged = draft !== undefined && draft !== yaml;
  const isOwn = yaml === base || yaml === sent;
  useEffect(() => {
    if (!isChanged || isOwn) setBase(yaml);
  }, [isChanged, isOwn, yaml]);
  return {
    text: draft ?? yaml,
    isChanged,
    isStale: isChanged && !isOwn,
    change: setDraft,
    discard: () => setDraft(undefined),
    save: async (write) => {
      const text = draft ?? yaml;
      setSent(text);
      const isSaved = await write(text);
      if (!isSaved) setSent(undefined);
      // What was typed meanwhile stays.
      else setDraft((now) => (now === text ? undefined : now));
    },
  };
}
