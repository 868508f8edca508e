import { useMemo } from 'react';
import type { PromptRecord } from '#contract';
import { CodeField } from '../../editor/code-field.tsx';
import { useLayout } from '../../state/layout.tsx';
import { useSettings } from '../../state/settings.tsx';
import { canonicalJson, markedProblem, parsedJson } from '../record.ts';
import styles from './arguments-pane.module.css';
import { parametersKey } from './use-workbench.ts';

export interface ParametersPaneProps {
  readonly id: string;
  readonly record: PromptRecord;
  readonly edit: (step: (record: PromptRecord) => PromptRecord) => void;
}

/** Pane for the parameters of a record as JSON: they are applied as soon as the text is valid JSON. */
export function ParametersPane({ id, record, edit }: ParametersPaneProps) {
  const { appearance } = useSettings();
  const stored = JSON.stringify(record.parameters, undefined, 2);
  // As it is typed, also while it is no JSON yet.
  const [typed, setTyped] = useLayout<string | undefined>(parametersKey(id), undefined);
  const text = typed === undefined || isOutdated(typed, record.parameters) ? stored : typed;
  const problem = text === stored ? undefined : parametersProblem(text);
  const problems = useMemo(() => markedProblem(parsedJson(text)), [text]);
  return (
    <div className={styles.json}>
      <div className={styles.editor}>
        <CodeField
          label="Parameters"
          language="json"
          text={text}
          fontSize={appearance.font_size}
          problems={problems}
          onChange={(next) => {
            setTyped(next);
            const parsed = parsedJson(next);
            if (!('value' in parsed) || !isParameters(parsed.value)) return;
            const parameters = parsed.value;
            edit((now) => ({ ...now, parameters }));
          }}
        />
      </div>
      {problem === undefined ? undefined : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Whether sound parameters were typed that the record has no more, since they were discarded or replaced. */
function isOutdated(typed: string, parameters: PromptRecord['parameters']): boolean {
  const parsed = parsedJson(typed);
  return 'value' in parsed && isParameters(parsed.value) && canonicalJson(parsed.value) !== canonicalJson(parameters);
}

function isParameters(value: unknown): value is PromptRecord['parameters'] {
  if (Array.isArray(value)) return value.every((one) => typeof one?.name === 'string');
  return typeof value === 'object' && value !== null;
}

function parametersProblem(text: string): string | undefined {
  const parsed = parsedJson(text);
  if ('problem' in parsed) return parsed.problem;
  return isParameters(parsed.value)
    ? undefined
    : 'Write a JSON Schema of an object, a list of parameters with their names, or a map of schemas by name.';
}
