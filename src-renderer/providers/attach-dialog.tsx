import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { errorText } from '../state/error-text.ts';
import { useLayoutPieces } from '../state/layout.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './attach-dialog.module.css';
import {
  type AttachDraft,
  attachKey,
  type DraftProblems,
  draftProblems,
  draftToKeep,
  runsHere,
} from './attach-draft.ts';
import { KeysField } from './keys-field.tsx';
import { McpFields } from './mcp-fields.tsx';

export interface AttachDialogProps {
  readonly initial: AttachDraft;
  /** Folder in which it runs unless the person names another. */
  readonly workspace: string;
  /** Begins it, unless `signal` says before that the dialog was left. */
  readonly onAttach: (draft: AttachDraft, signal: AbortSignal) => Promise<void>;
  readonly onClose: () => void;
}

export const ATTACH_TITLES = { program: 'Attach program', js: 'Attach Node package', mcp: 'Add MCP server' } as const;
const WORDS = {
  program:
    'A program that offers tools over its standard input and output. It runs as you, with your environment but for its keys.',
  js: 'The exported functions of a package become tools. You are asked before anything is installed or built.',
  mcp: 'Its tools become tools of the model. Every call asks you first.',
} as const;

/** Asks for what is to be attached; it closes as soon as the attach has begun. */
export function AttachDialog({ initial, workspace, onAttach, onClose }: AttachDialogProps) {
  const form = useId();
  const [draft, setDraft] = useState(initial);
  const [isTried, setIsTried] = useState(false);
  const { refusal, begin } = useBeginning(onAttach, onClose);
  const problems = draftProblems(draft);
  const shown: DraftProblems = isTried ? problems : {};
  const pieces = useLayoutPieces();
  const change = (next: Partial<AttachDraft>) => {
    const now = { ...draft, ...next };
    setDraft(now);
    pieces.set(attachKey(draft.kind), draftToKeep(now));
  };
  const cancel = () => {
    pieces.set(attachKey(draft.kind), undefined);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (Object.keys(problems).length === 0) begin(draft);
  };
  return (
    <Dialog
      open
      title={ATTACH_TITLES[draft.kind]}
      description={WORDS[draft.kind]}
      onOpenChange={cancel}
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" form={form} variant="primary">
            {draft.kind === 'mcp' ? 'Add' : 'Attach'}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        {refusal === undefined ? undefined : <Banner level="error">{refusal}</Banner>}
        <LostValues draft={initial} />
        {draft.kind === 'mcp' ? <McpFields draft={draft} problems={shown} onChange={change} /> : undefined}
        {draft.kind === 'program' ? (
          <TextField
            label="Command line"
            value={draft.line}
            placeholder="python3 weather.py"
            hint="The program and its arguments, as in a shell; nothing is expanded."
            error={shown.line}
            onChange={(event) => change({ line: event.target.value })}
          />
        ) : undefined}
        {draft.kind === 'js' ? (
          <TextField
            label="Folder of the package"
            value={draft.path}
            placeholder={`${workspace}/my-tools`}
            hint="It has a package.json that names its types."
            error={shown.path}
            onChange={(event) => change({ path: event.target.value })}
          />
        ) : undefined}
        {runsHere(draft) ? (
          <TextField
            label="Working folder"
            value={draft.folder}
            placeholder={workspace}
            hint="Empty: the workspace."
            onChange={(event) => change({ folder: event.target.value })}
          />
        ) : undefined}
        {runsHere(draft) ? <KeysField chosen={draft.keys} onChange={(keys) => change({ keys })} /> : undefined}
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={draft.remember}
            onChange={(event) => change({ remember: event.target.checked })}
          />
          Attach it again when this workspace is opened and trusted
        </label>
      </form>
    </Dialog>
  );
}

/** Notice about an input from before a reload, of which the values of variables and headers were not kept. */
function LostValues({ draft: { variables, headers } }: { readonly draft: AttachDraft }) {
  const pairs = [...variables, ...headers];
  if (pairs.length === 0 || pairs.some(({ value }) => value !== '')) return undefined;
  return (
    <Banner level="info">
      What you typed is here again. Values that may be secret were not kept: type them again.
    </Banner>
  );
}

/** Begins an attach: a second Enter on the way would begin it a second time, and one that was left is not begun. */
function useBeginning(onAttach: AttachDialogProps['onAttach'], onBegun: () => void) {
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const beginning = useRef<AbortController>(undefined);
  useEffect(() => () => beginning.current?.abort(), []);
  const begin = (draft: AttachDraft) => {
    if (beginning.current !== undefined) return;
    const mine = new AbortController();
    const { signal } = mine;
    beginning.current = mine;
    setRefusal(undefined);
    onAttach(draft, signal)
      .then(
        () => signal.aborted || onBegun(),
        (error: unknown) => setRefusal(errorText(error)),
      )
      .finally(() => {
        beginning.current = undefined;
      });
  };
  return { refusal, begin };
}
