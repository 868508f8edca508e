import { useEffect, useState } from 'react';
import { useLayout } from '../../state/layout.tsx';
import { lacksKeys } from '../../state/removed-keys.ts';
import { yamlToKeep } from './yaml-to-keep.ts';

/** A file's text as it is typed. */
export interface YamlDraft {
  readonly text: string;
  readonly isChanged: boolean;
  /** Whether somebody else has changed the file since the typing began. */
  readonly isStale: boolean;
  /** Whether secrets that were typed are marked as removed, as the text was kept for this page without them. */
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
  const [sent, setSent] = useState<string | undefined>(undefined);
  const [seen, setSeen] = useState(yaml);
  if (seen !== yaml) {
    setSeen(yaml);
    // Once the file has another text, whoever puts this one back is somebody else.
    if (seen === sent) setSent(undefined);
    // What was typed back to the file's text is no draft; while another text is saved it is one.
    if (draft === seen && yaml !== sent) setDraft(undefined);
  }
  const isChanged = draft !== undefined && draft !== yaml;
  const isOwn = yaml === base || yaml === sent;
  useEffect(() => {
    if (!isChanged || isOwn) setBase(yaml);
  }, [isChanged, isOwn, yaml]);
  useEffect(() => {
    keep(isChanged ? { text: yamlToKeep(draft, base), base } : undefined);
  }, [isChanged, draft, base, keep]);
  return {
    text: draft ?? yaml,
    isChanged,
    isStale: isChanged && !isOwn,
    lacksSecrets: isChanged && lacksKeys(draft, yaml),
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

/** Key of the layout under which the unsaved text of a settings file is kept. */
export const yamlDraftKey = (path: string): string => `settings.yaml.${path}`;
