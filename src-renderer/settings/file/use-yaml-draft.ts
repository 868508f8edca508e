import { useEffect, useState } from 'react';
import { useLayout } from '../../state/layout.tsx';
import { yamlToKeep } from './yaml-to-keep.ts';

/** A file's text as it is typed. */
export interface YamlDraft {
  readonly text: string;
  readonly isChanged: boolean;
  /** Whether somebody else has changed the file since the typing began. */
  readonly isStale: boolean;
  /** Whether secrets that were typed were left out when the rest was kept for this page. */
  readonly lacksSecrets: boolean;
  readonly change: (text: string) => void;
  readonly discard: () => void;
  /** Saves what is typed; `write` answers whether it was. */
  readonly save: (write: (text: string) => Promise<boolean>) => Promise<void>;
}

/** An unsaved text as the layout keeps it. */
interface KeptYaml {
  readonly text: string;
  /** The file's text when the typing began. */
  readonly base: string;
  readonly lacksSecrets: boolean;
}

/**
 * Draft of a file while that may change. What is typed stays until it is saved or discarded, also while it is being saved; a reload
 * it outlives without its secrets.
 *
 * @param key key of the layout under which it is kept
 */
export function useYamlDraft(yaml: string, key: string): YamlDraft {
  const [kept, keep] = useLayout<KeptYaml | undefined>(key, undefined);
  const [draft, setDraft] = useState(kept?.text);
  const [base, setBase] = useState(kept?.base ?? yaml);
  const [lacksSecrets, setLacksSecrets] = useState(kept?.lacksSecrets ?? false);
  const [sent, setSent] = useState<string | undefined>(undefined);
  const isChanged = draft !== undefined && draft !== yaml;
  const isOwn = yaml === base || yaml === sent;
  useEffect(() => {
    if (!isChanged || isOwn) setBase(yaml);
  }, [isChanged, isOwn, yaml]);
  useEffect(() => {
    if (!isChanged) return keep(undefined);
    const text = yamlToKeep(draft, base);
    keep({ text, base, lacksSecrets: lacksSecrets || text !== draft });
  }, [isChanged, draft, base, lacksSecrets, keep]);
  const discard = () => {
    setDraft(undefined);
    setLacksSecrets(false);
  };
  return {
    text: draft ?? yaml,
    isChanged,
    isStale: isChanged && !isOwn,
    lacksSecrets: isChanged && lacksSecrets,
    change: setDraft,
    discard,
    save: async (write) => {
      const text = draft ?? yaml;
      setSent(text);
      const isSaved = await write(text);
      if (!isSaved) return setSent(undefined);
      // What was typed meanwhile stays.
      setDraft((now) => (now === text ? undefined : now));
      setLacksSecrets(false);
    },
  };
}

/** Key of the layout under which the unsaved text of a settings file is kept. */
export const yamlDraftKey = (path: string): string => `settings.yaml.${path}`;
