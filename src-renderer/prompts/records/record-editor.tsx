import { type ReactNode, useMemo, useState } from 'react';
import type { RecordKind } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { CodeField } from '../../editor/code-field.tsx';
import { errorProblems, errorText } from '../../state/error-text.ts';
import { useLayout } from '../../state/layout.tsx';
import { useSettings } from '../../state/settings.tsx';
import { announce } from '../../ui/announce.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { markedProblem, parsedJson } from '../record.ts';
import styles from './record-editor.module.css';

export interface RecordEditorProps {
  readonly kind: Exclude<RecordKind, 'template'>;
  /** Id of the record; absent for a new one. */
  readonly id: string | undefined;
  /** Stored text, or the initial text of a new one. */
  readonly json: string;
  /** Hash of the text in the store; absent if the prompt has no record of its own. */
  readonly hash?: string | undefined;
  /** Name of the record's kind, such as `variable`. */
  readonly what: string;
  /** Reason why it cannot be changed. */
  readonly fixed?: string;
  readonly idHint?: string;
  readonly children?: ReactNode;
  /** Called once it is stored; what was typed stays on the screen until that resolves. */
  readonly onSaved: (id: string) => void | Promise<void>;
  readonly onRemoved: () => void;
}

/** Typed text, and the text it began from. */
interface RecordDraft {
  readonly text: string;
  readonly base: string;
}

interface RecordRefusal {
  readonly title: string;
  readonly text: string;
  readonly problems: readonly { readonly path?: unknown; readonly message: string }[];
}

/** A record of the store as JSON. What is typed is kept until it is saved or discarded. */
export function RecordEditor(props: RecordEditorProps) {
  const { kind, id, json, hash, what, fixed, children, onSaved } = props;
  const api = useApi();
  const { appearance } = useSettings();
  const [draft, setDraft] = useLayout<RecordDraft | undefined>(`prompts.record.${kind}.${id ?? ''}`, undefined);
  const [newId, setNewId] = useLayout(`prompts.record-id.${kind}`, '');
  const { isBusy, refusal, doing, dismiss } = useRecordWork();
  const text = draft?.text ?? json;
  const isNew = id === undefined;
  const changed = changedDraft(draft, json);
  const isDraft = changed !== undefined;
  const base = changed?.base ?? hash ?? '';
  const parsed = useMemo(() => parsedJson(text), [text]);
  const marked = useMemo(() => markedProblem(parsed), [parsed]);
  const wanted = id ?? newId.trim();
  const save = () =>
    doing('It was not saved.', api.prompts.saveRecord({ kind, id: wanted, json: text, base }), async () => {
      announce('Saved');
      // The text that was replaced would be shown until then, and what is typed would go on from that.
      await onSaved(wanted);
      setDraft(undefined);
      if (isNew) setNewId('');
    });
  return (
    <div className={styles.editor}>
      {fixed === undefined ? undefined : <p className={styles.note}>{fixed}</p>}
      {refusal === undefined ? undefined : <RefusedSave refusal={refusal} onDismiss={dismiss} />}
      {isNew ? (
        <TextField
          label="Id"
          hint={props.idHint ?? 'Words separated by points.'}
          value={newId}
          onChange={({ target }) => setNewId(target.value)}
        />
      ) : undefined}
      <Bar
        {...props}
        isDraft={isDraft}
        base={base}
        doing={doing}
        canSave={!isBusy && 'value' in parsed && wanted !== '' && (isNew || isDraft)}
        onDiscard={() => {
          setDraft(undefined);
          if (isNew) setNewId('');
        }}
        onSave={save}
      />
      <div className={styles.field}>
        <CodeField
          label={`JSON of ${isNew ? `the new ${what}` : id}`}
          language="json"
          text={text}
          fontSize={appearance.font_size}
          isReadOnly={fixed !== undefined || isBusy}
          problems={marked}
          onChange={(typed) => setDraft({ text: typed, base })}
        />
      </div>
      <WrongJson parsed={parsed} />
      {children}
    </div>
  );
}

/** Picks the draft that is another text than the stored one. */
const changedDraft = (draft: RecordDraft | undefined, json: string) => (draft?.text === json ? undefined : draft);

/** `title` says what has not come about where it is refused. */
type RecordWork = (title: string, work: Promise<unknown>, then: () => void | Promise<void>) => void;

/** Writes to the store, and what it refuses; while one is under way nothing is typed, which would be taken for saved. */
function useRecordWork() {
  const [refusal, setRefusal] = useState<RecordRefusal | undefined>(undefined);
  const [isBusy, setIsBusy] = useState(false);
  const doing: RecordWork = (title, work, then) => {
    setIsBusy(true);
    setRefusal(undefined);
    work
      .then(then, (error: unknown) => setRefusal({ title, text: errorText(error), problems: errorProblems(error) }))
      .finally(() => setIsBusy(false));
  };
  return { isBusy, refusal, doing, dismiss: () => setRefusal(undefined) };
}

function WrongJson({ parsed }: { readonly parsed: ReturnType<typeof parsedJson> }) {
  if (!('problem' in parsed)) return undefined;
  return (
    <p className={styles.wrong} role="alert">
      {parsed.problem}
    </p>
  );
}

interface BarProps extends RecordEditorProps {
  readonly isDraft: boolean;
  readonly canSave: boolean;
  readonly base: string;
  readonly doing: RecordWork;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
}

function Bar(props: BarProps) {
  const { id, fixed, what, isDraft, canSave, onDiscard, onSave } = props;
  return (
    <div className={styles.bar}>
      <h3 className={styles.title}>As JSON</h3>
      {isDraft ? <Badge tone="accent">not saved</Badge> : undefined}
      <span className={styles.gap} />
      {isDraft ? (
        <Button size="small" variant="ghost" onClick={onDiscard}>
          Discard changes
        </Button>
      ) : undefined}
      {id === undefined || fixed !== undefined ? undefined : <RemoveRecord {...props} id={id} />}
      {fixed === undefined ? (
        <Button size="small" variant="primary" disabled={!canSave} onClick={onSave}>
          Save {what}
        </Button>
      ) : undefined}
    </div>
  );
}

function RefusedSave({ refusal, onDismiss }: { readonly refusal: RecordRefusal; readonly onDismiss: () => void }) {
  return (
    <Banner level="error" title={refusal.title} onDismiss={onDismiss}>
      {refusal.problems.length === 0 ? (
        refusal.text
      ) : (
        <ul className={styles.problems}>
          {refusal.problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path === undefined ? undefined : <code>{String(path)}</code>} {message}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

interface RemoveProps extends Pick<RecordEditorProps, 'kind' | 'what' | 'onRemoved'> {
  readonly id: string;
  readonly base: string;
  readonly doing: RecordWork;
}

function RemoveRecord({ kind, id, base, what, onRemoved, doing }: RemoveProps) {
  const api = useApi();
  /** The text that was shown when it was asked: what came since was not meant. */
  const [meant, setMeant] = useState<{ readonly base?: string } | undefined>(undefined);
  const remove = () => {
    setMeant(undefined);
    doing('It was not deleted.', api.prompts.removeRecord({ kind, id, ...meant }), onRemoved);
  };
  return (
    <>
      <Button size="small" variant="danger" onClick={() => setMeant(base === '' ? {} : { base })}>
        Delete
      </Button>
      <ConfirmDialog
        title={`Delete the ${what} ${id}?`}
        isOpen={meant !== undefined}
        onOpenChange={() => setMeant(undefined)}
        confirm="Delete it"
        onConfirm={remove}
      >
        It is taken out of the store, for other programs too. Prompts that use it may fail.
      </ConfirmDialog>
    </>
  );
}
