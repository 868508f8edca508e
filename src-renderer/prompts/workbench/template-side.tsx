import type { PromptRecord } from '#contract';
import type { CodeHandle } from '../../editor/code-types.ts';
import { Split } from '../../ui/split.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { ArgsSchema } from '../record.ts';
import { ArgumentsForm, ArgumentsJson } from './arguments-pane.tsx';
import { DetailsPane } from './details-pane.tsx';
import { ParametersPane } from './parameters-pane.tsx';
import type { TemplateContext } from './template-context.ts';
import { TemplatePane } from './template-pane.tsx';
import { ARGS, type TemplateMark } from './use-editors.ts';
import type { Preview } from './use-preview.ts';
import type { Workbench } from './use-workbench.ts';
import styles from './workbench.module.css';

export interface TemplateSideProps {
  readonly bench: Workbench;
  readonly record: PromptRecord;
  readonly preview: Preview;
  readonly marks: readonly TemplateMark[];
  readonly context: TemplateContext;
  readonly schema: ArgsSchema;
  readonly args: string;
  readonly onArgs: (json: string) => void;
  /** `form`, `json`, `parameters` or `details`. */
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  /** The argument whose field is to be filled in, until it has the focus. */
  readonly wanted: string | undefined;
  readonly onFocused: () => void;
  readonly onCursor: (message: number, line: number, column: number) => void;
  readonly onReady: (message: number, handle: CodeHandle | undefined) => void;
}

/** Editing side: the template above, its inputs below. */
export function TemplateSide(props: TemplateSideProps) {
  const { bench, record, preview, marks, context, schema, args, onArgs, onCursor, onReady } = props;
  const { tab, onTab, wanted, onFocused } = props;
  const { id, edit } = bench;
  return (
    <Split
      name="prompts.template"
      label="Height of the template"
      isVertical
      size={66}
      first={
        <div className={styles.fill}>
          <TemplatePane
            key={id}
            problems={preview.problems}
            record={record}
            marks={marks}
            context={context}
            edit={edit}
            onCursor={onCursor}
            onReady={onReady}
          />
        </div>
      }
      second={
        <Tabs
          label="Input of the template"
          value={tab}
          onChange={onTab}
          tabs={[
            {
              id: 'form',
              label: 'Arguments',
              content: (
                <ArgumentsForm
                  key={id}
                  id={id}
                  args={args}
                  schema={schema}
                  wanted={wanted}
                  onFocused={onFocused}
                  onChange={onArgs}
                />
              ),
            },
            {
              id: 'json',
              label: 'as JSON',
              content: (
                <ArgumentsJson key={id} args={args} onChange={onArgs} onReady={(handle) => onReady(ARGS, handle)} />
              ),
            },
            {
              id: 'parameters',
              label: 'Parameters',
              content: <ParametersPane key={id} id={id} record={record} edit={edit} />,
            },
            {
              id: 'details',
              label: 'Details',
              content: <DetailsPane key={id} bench={bench} record={record} edit={edit} />,
            },
          ]}
        />
      }
    />
  );
}
