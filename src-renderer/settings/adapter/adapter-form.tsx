import { useId, useRef, useState } from 'react';
import type { AdapterState } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { limitsLine } from '../../ui/limit-words.ts';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import control from '../form/setting-control.module.css';
import row from '../form/setting-row.module.css';
import styles from '../form/settings-form.module.css';
import { useSettingsAction } from '../use-settings-action.ts';
import { ADAPTER_FIELDS, type AdapterField, typedProblem, typedValue } from './adapter-fields.ts';
import { isTight, runLimits, valueText } from './adapter-values.ts';

/** The keys of the file that most people change. */
export function AdapterForm({ state }: { readonly state: AdapterState }) {
  const isBroken = state.problems.length > 0;
  return (
    <section className={styles.section} aria-label="Options of the Shell Adapter">
      <h2 className={styles.heading}>Options</h2>
      <TightLimits state={state} />
      <div className={styles.rows}>
        {ADAPTER_FIELDS.map((field) => (
          <AdapterRow
            key={field.key}
            field={field}
            value={state.values[field.key]}
            note={NOTES[field.key]?.(state)}
            isDisabled={isBroken}
          />
        ))}
      </div>
      <p className={row.description}>
        {isBroken ? 'The file must be fixed before it can be changed here.' : 'Changes take effect at the next start.'}
      </p>
    </section>
  );
}

/** Notes on fields that depend on the state. */
const NOTES: Readonly<Record<string, (state: AdapterState) => string | undefined>> = {
  'adapter.preset': presetNote,
  'adapter.confirmation.mode': modeNote,
};

function modeNote({ values, noBox }: AdapterState): string | undefined {
  if (values['adapter.confirmation.mode'] !== 'workspace' || noBox === undefined) return undefined;
  return `No box works here, so it asks before risky commands: ${noBox}`;
}

function presetNote({ preset, values }: AdapterState): string | undefined {
  const limits = runLimits(values);
  if (limits === undefined) return undefined;
  return `${preset === 'file' ? 'The file sets its own limits. In force: ' : ''}${limitsLine(limits)}`;
}

/** The document's limits are in force: what that means, and the way out. */
function TightLimits({ state }: { readonly state: AdapterState }) {
  const api = useApi();
  const doing = useSettingsAction();
  if (!isTight(state.values)) return undefined;
  const choose = () => void doing.run(() => api.adapter.set({ key: 'adapter.preset', value: 'desktop' }));
  return (
    <>
      <Banner
        level="warning"
        title="50 % of one core and 50 MB end almost any real tool."
        actions={
          state.preset === 'document' ? (
            <Button size="small" disabled={doing.isBusy} onClick={choose}>
              Use the desktop limits
            </Button>
          ) : undefined
        }
      >
        These are the limits of the original specification. Node alone needs about 45 MB to start, and a compiler uses a
        whole core: keep them only for clients that rely on them.
      </Banner>
      <RefusalBanner doing={doing} />
    </>
  );
}

interface RowProps {
  readonly field: AdapterField;
  readonly value: unknown;
  readonly note: string | undefined;
  readonly isDisabled: boolean;
}

function AdapterRow({ field, value, note, isDisabled }: RowProps) {
  const id = useId();
  const api = useApi();
  const doing = useSettingsAction({ mayOverlap: true });
  const sent = useRef<string | undefined>(undefined);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const wrong = typed === undefined ? undefined : typedProblem(field, typed);
  const save = async (text: string) => {
    const kept = valueText(value);
    if (text === (sent.current ?? kept)) {
      // What is as the file has it again is no draft: it would stand over what the file gets later.
      if (text === kept) setTyped(undefined);
      return;
    }
    if (typedProblem(field, text) !== undefined) return;
    sent.current = text;
    const isSaved = await doing.run(() => api.adapter.set({ key: field.key, value: typedValue(field, text) }));
    if (sent.current === text) sent.current = undefined;
    if (isSaved) setTyped((now) => (now === text ? undefined : now));
  };
  return (
    <div className={row.row}>
      <div className={row.words}>
        <label htmlFor={id} className={row.title}>
          {field.title}
        </label>
        <p id={`${id}-notes`} className={row.description}>
          {field.help}
        </p>
        {note === undefined ? undefined : <p className={row.description}>{note}</p>}
      </div>
      <div className={row.control}>
        <AdapterControl
          id={id}
          field={field}
          text={typed ?? valueText(value)}
          isWrong={wrong !== undefined}
          isDisabled={isDisabled}
          onTyped={setTyped}
          onSave={(text) => void save(text)}
        />
      </div>
      {wrong === undefined ? undefined : (
        <p className={row.problem} role="alert">
          {wrong}
        </p>
      )}
      {doing.refusal === undefined ? undefined : (
        <div className={row.refusal}>
          <RefusalBanner doing={doing} />
        </div>
      )}
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly field: AdapterField;
  readonly text: string;
  readonly isWrong: boolean;
  readonly isDisabled: boolean;
  readonly onTyped: (text: string | undefined) => void;
  readonly onSave: (text: string) => void;
}

/** Choices are saved at once, what is typed with Enter or on leaving; Esc takes it back. */
function AdapterControl({ id, field, text, isWrong, isDisabled, onTyped, onSave }: ControlProps) {
  const shared = { id, 'aria-describedby': `${id}-notes`, disabled: isDisabled, className: control.field, value: text };
  if (field.kind === 'choice') {
    const isKnown = field.choices.some(({ value }) => value === text);
    return (
      <select {...shared} data-wide="" onChange={(event) => onSave(event.target.value)}>
        {isKnown ? undefined : <option value={text}>{text}</option>}
        {field.choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...shared}
      type="text"
      inputMode={field.kind === 'number' ? 'decimal' : 'text'}
      data-wide={field.kind === 'text' ? '' : undefined}
      autoComplete="off"
      spellCheck={false}
      aria-invalid={isWrong}
      onChange={(event) => onTyped(event.target.value)}
      onBlur={() => onSave(text)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') onSave(text);
        if (event.key === 'Escape') onTyped(undefined);
      }}
    />
  );
}
