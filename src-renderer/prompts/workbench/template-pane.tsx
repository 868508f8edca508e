import { useCallback, useMemo, useRef } from 'react';
import type { PromptMessage, PromptProblem, PromptRecord } from '#contract';
import { CodeField } from '../../editor/code-field.tsx';
import type { CodeHandle, TextProblem, TextRange } from '../../editor/code-types.ts';
import { useSettings } from '../../state/settings.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { isSingle, moveItem, recordMessages, withMessages, withText } from '../record.ts';
import { prepareTemplates } from './prepare-templates.ts';
import type { TemplateContext } from './template-context.ts';
import styles from './template-pane.module.css';
import type { TemplateMark } from './use-editors.ts';

export interface TemplatePaneProps {
  readonly record: PromptRecord;
  readonly problems: readonly PromptProblem[];
  readonly marks: readonly TemplateMark[];
  readonly context: TemplateContext;
  readonly isReadOnly?: boolean;
  readonly edit: (step: (record: PromptRecord) => PromptRecord) => void;
  readonly onCursor: (message: number, line: number, column: number) => void;
  /** Hands over each editor, by the place of its message. */
  readonly onReady: (message: number, handle: CodeHandle | undefined) => void;
}

const ROLES = ['system', 'user', 'assistant'].map((role) => ({ value: role, label: role }));
const NO_MARKS: readonly TextRange[] = [];
/** Most lines up to which each editor grows if there is more than one message. */
const MAX_LINES = 28;

/** The texts of the prompt: one editor each. */
export function TemplatePane(props: TemplatePaneProps) {
  const { record, edit, isReadOnly = false } = props;
  const messages = recordMessages(record);
  if (isSingle(record)) {
    return (
      <div className={styles.single}>
        <TemplateField {...props} message={{ role: 'user', content: record.prompt ?? '' }} index={0} label="Template" />
      </div>
    );
  }
  const change = (step: Parameters<typeof withMessages>[1]) => edit((now) => withMessages(now, step));
  return (
    <div className={styles.messages}>
      {messages.map((message, index) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have nothing else to be told apart by.
          key={index}
          className={styles.card}
          aria-label={`Message ${index + 1}`}
        >
          <header className={styles.head}>
            <span className={styles.number}>{index + 1}</span>
            <SelectField
              label={`Role of message ${index + 1}`}
              isLabelHidden
              choices={ROLES}
              value={message.role}
              disabled={isReadOnly}
              onChange={(role) =>
                change((all) =>
                  all.map((one, place) => (place === index ? { ...one, role: role as PromptMessage['role'] } : one)),
                )
              }
            />
            <span className={styles.gap} />
            {isReadOnly ? undefined : <MessageButtons index={index} count={messages.length} change={change} />}
          </header>
          <TemplateField
            {...props}
            message={message}
            index={index}
            label={`Template of message ${index + 1}`}
            maxLines={MAX_LINES}
          />
        </section>
      ))}
      {isReadOnly ? undefined : (
        <div>
          <Button size="small" onClick={() => change((all) => [...all, { role: 'user', content: '' }])}>
            Add message
          </Button>
        </div>
      )}
    </div>
  );
}

interface ButtonsProps {
  readonly index: number;
  readonly count: number;
  readonly change: (step: Parameters<typeof withMessages>[1]) => void;
}

function MessageButtons({ index, count, change }: ButtonsProps) {
  const name = `message ${index + 1}`;
  return (
    <>
      <IconButton
        label={`Move ${name} up`}
        icon="arrow-up"
        size="small"
        disabled={index === 0}
        onClick={() => change((all) => moveItem(all, index, index - 1))}
      />
      <IconButton
        label={`Move ${name} down`}
        icon="arrow-down"
        size="small"
        disabled={index === count - 1}
        onClick={() => change((all) => moveItem(all, index, index + 1))}
      />
      <IconButton
        label={`Remove ${name}`}
        icon="trash"
        size="small"
        disabled={count === 1}
        onClick={() => change((all) => all.filter((_, place) => place !== index))}
      />
    </>
  );
}

interface FieldProps extends TemplatePaneProps {
  readonly message: PromptMessage;
  readonly index: number;
  readonly label: string;
  readonly maxLines?: number;
}

function TemplateField(props: FieldProps) {
  const { message, index, label, maxLines, problems, marks, context, isReadOnly = false } = props;
  const { appearance } = useSettings();
  const latest = useRef(props);
  latest.current = props;
  const own = useMemo(() => problems.flatMap((one) => inText(one, index)), [problems, index]);
  const ownMarks = useMemo(() => {
    const found = marks.filter((mark) => mark.message === index);
    return found.length === 0 ? NO_MARKS : found;
  }, [marks, index]);
  const onChange = useCallback((text: string) => latest.current.edit((now) => withText(now, index, text)), [index]);
  const onCursor = useCallback((line: number, column: number) => latest.current.onCursor(index, line, column), [index]);
  const onReady = useCallback((handle: CodeHandle | undefined) => latest.current.onReady(index, handle), [index]);
  return (
    <CodeField
      label={label}
      text={message.content}
      language="gotemplate"
      fontSize={appearance.font_size}
      problems={own}
      marks={ownMarks}
      isReadOnly={isReadOnly}
      context={context}
      prepare={prepareTemplates}
      {...(maxLines === undefined ? {} : { maxLines })}
      onChange={onChange}
      onCursor={onCursor}
      onReady={onReady}
    />
  );
}

/** Problems of this text with a known place; one without an end reaches to the end of its word. */
function inText(
  { in: message = 0, line, column = 1, endLine, endColumn, severity, message: text }: PromptProblem,
  index: number,
): readonly TextProblem[] {
  if (message !== index || line === undefined) return [];
  return [{ severity, message: text, line, column, endLine: endLine ?? line, endColumn: endColumn ?? column + 1 }];
}
