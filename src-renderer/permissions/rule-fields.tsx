import { useId } from 'react';
import type { RulePlaceName } from '#contract';
import styles from '../ui/form-parts.module.css';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { RuleDraft, RuleProblems } from './rule-draft.ts';

export interface SubjectFieldsProps {
  readonly draft: RuleDraft;
  readonly change: (next: Partial<RuleDraft>) => void;
  readonly problems: RuleProblems;
}

/** Fields of the rule's subject. Anything not named is not covered. */
export function SubjectFields(props: SubjectFieldsProps) {
  switch (props.draft.kind) {
    case 'command':
      return <CommandFields {...props} />;
    case 'file':
      return <FileFields {...props} />;
    case 'tool':
      return <ToolFields {...props} />;
  }
}

function CommandFields({ draft, change, problems }: SubjectFieldsProps) {
  return (
    <>
      <TextField
        label="Program"
        placeholder="npm"
        value={draft.program}
        error={problems.program}
        onChange={(event) => change({ program: event.target.value })}
      />
      <LinesField
        label="Arguments, one a line"
        hint="Each word to the letter, or * any word that is no option, <path> a path inside the workspace, <number>, <name>. Last: <path>... safe options and paths, ** what is known to be safe. A word that only looks so begins with a backslash."
        placeholder={'run\ntest'}
        rows={3}
        value={draft.arguments}
        error={problems.arguments}
        onChange={(value) => change({ arguments: value })}
      />
      {draft.verdict === 'allow' ? <PlaceField runs={draft.runs} onChange={(runs) => change({ runs })} /> : undefined}
      <details className={styles.more}>
        <summary>What it may have around it</summary>
        <div className={styles.form}>
          <LinesField
            label="Wrappers, one a line"
            hint="Programs that may run it, such as sudo or env."
            value={draft.wrappers}
            error={problems.wrappers}
            onChange={(value) => change({ wrappers: value })}
          />
          <LinesField
            label="Variables, one a line"
            hint="Variables that may be set before it: NODE_ENV=test to the letter, or NODE_ENV to any value. One with a line break is written in double quotes, with \n for it."
            value={draft.variables}
            error={problems.variables}
            onChange={(value) => change({ variables: value })}
          />
          <LinesField
            label="Redirections, one a line"
            hint="Files it may be redirected to or from, as patterns from the workspace on, such as logs/*.txt."
            value={draft.redirections}
            error={problems.redirections}
            onChange={(value) => change({ redirections: value })}
          />
          <TextField
            label="Folder"
            hint="A pattern from the workspace on, such as packages/*; empty is anywhere inside it."
            value={draft.cwd}
            error={problems.cwd}
            onChange={(event) => change({ cwd: event.target.value })}
          />
        </div>
      </details>
    </>
  );
}

const PLACES: readonly { readonly value: RulePlaceName; readonly label: string }[] = [
  { value: 'box', label: 'In the box: no network, writes in the workspace alone' },
  { value: 'network', label: 'In the box, with network' },
  { value: 'outside', label: 'Outside the box, with your rights' },
];

function PlaceField({
  runs,
  onChange,
}: {
  readonly runs: RulePlaceName | undefined;
  readonly onChange: (runs: RulePlaceName) => void;
}) {
  const options = runs === undefined ? [{ value: '', label: 'Not said yet: it asks' }, ...PLACES] : PLACES;
  return (
    <SelectField
      label="Runs"
      value={runs ?? ''}
      choices={options}
      onChange={(chosen) => {
        const place = PLACES.find(({ value }) => value === chosen);
        if (place !== undefined) onChange(place.value);
      }}
    />
  );
}

function FileFields({ draft, change, problems }: SubjectFieldsProps) {
  return (
    <div className={styles.pair}>
      <AccessField access={draft.access} onChange={(access) => change({ access })} />
      <TextField
        label="Files"
        placeholder="src/**"
        hint="A pattern from the workspace on, or an absolute one."
        value={draft.path}
        error={problems.path}
        onChange={(event) => change({ path: event.target.value })}
      />
    </div>
  );
}

export interface AccessFieldProps {
  readonly access: RuleDraft['access'];
  readonly onChange: (access: RuleDraft['access']) => void;
}

export function AccessField({ access, onChange }: AccessFieldProps) {
  return (
    <SelectField
      label="Access"
      value={access}
      choices={[
        { value: 'read', label: 'Read' },
        { value: 'write', label: 'Write' },
        { value: 'delete', label: 'Delete' },
      ]}
      onChange={(value) => onChange(value === 'read' || value === 'delete' ? value : 'write')}
    />
  );
}

export function ToolFields({ draft, change, problems }: SubjectFieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="Provider"
          value={draft.provider}
          error={problems.provider}
          onChange={(event) => change({ provider: event.target.value })}
        />
        <TextField
          label="Tool"
          value={draft.tool}
          error={problems.tool}
          onChange={(event) => change({ tool: event.target.value })}
        />
      </div>
      <LinesField
        label="Values, one a line"
        hint="Written as path = value, such as place.city = Oslo. In a rule: the values that its arguments must have. A value with a line break is written in double quotes, with \n for it."
        value={draft.values}
        error={problems.values}
        onChange={(value) => change({ values: value })}
      />
    </>
  );
}

/** Number of rows above which lists scroll. */
const MAX_ROWS = 8;

interface LinesFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly placeholder?: string;
  readonly rows?: number;
  readonly onChange: (value: string) => void;
}

function LinesField({ label, hint, value, error, placeholder, rows = 2, onChange }: LinesFieldProps) {
  const id = useId();
  const described = error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`;
  return (
    <div className={styles.lines}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={Math.min(Math.max(rows, value.split('\n').length), MAX_ROWS)}
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        aria-describedby={described}
        aria-invalid={error !== undefined || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className={styles.note}>
        {hint}
      </p>
      {error === undefined ? undefined : (
        <p id={`${id}-error`} className={styles.wrong} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
