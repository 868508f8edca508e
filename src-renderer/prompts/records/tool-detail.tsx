import { type FormEvent, useState } from 'react';
import type { PromptsState } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { SchemaForm } from '../../forms/schema-form.tsx';
import { useKeptForm } from '../../forms/use-kept-form.ts';
import { errorText } from '../../state/error-text.ts';
import { prettyJson } from '../../text/pretty-json.ts';
import { useTrialDraft } from '../../tools/use-trial-draft.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDuration } from '../../ui/format.ts';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { parsedJson } from '../record.ts';
import styles from './record-editor.module.css';
import { RecordEditor } from './record-editor.tsx';
import { useRequest } from './use-request.ts';

type Tool = PromptsState['tools'][number];

export interface ToolDetailProps {
  /** Tool to show; absent for a new one. */
  readonly tool: Tool | undefined;
  readonly go: (id?: string) => void;
}

const SAMPLE = {
  name: 'echo',
  module: 'demo',
  type: 'restful',
  restful: { url: 'http://127.0.0.1:8080/echo', method: 'GET' },
  description: 'Answers what it is asked',
  supports: ['chat'],
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  returns: { type: 'object', default: {} },
};

/** One tool: its record, and a form to try it by hand. */
export function ToolDetail({ tool, go }: ToolDetailProps) {
  if (tool === undefined) {
    return (
      <section className={styles.detail} aria-label="New tool">
        <h2 className={styles.heading}>New tool</h2>
        <RecordEditor
          kind="tool"
          id={undefined}
          json={JSON.stringify(SAMPLE, undefined, 2)}
          what="tool"
          idHint="Words separated by points, such as demo.echo: templates call it demo_echo."
          onSaved={(id) => go(id.replaceAll('.', '_'))}
          onRemoved={() => go()}
        />
      </section>
    );
  }
  return <KnownTool tool={tool} go={go} />;
}

function KnownTool({ tool, go }: { readonly tool: Tool; readonly go: (id?: string) => void }) {
  const { id, callable, key, type, module, description, problem, hash } = tool;
  const asked = useRequest((api) => api.prompts.tool({ id }), `${id} ${hash}`);
  const record = asked.value === undefined ? undefined : parsedJson(asked.value.json);
  return (
    <section className={styles.detail} aria-label={`Tool ${id}`}>
      <div className={styles.bar}>
        <h2 className={styles.heading}>{id}</h2>
        <Badge>{type}</Badge>
      </div>
      <p>
        <VisibleText text={description} />
      </p>
      {problem === undefined ? undefined : <Banner level="warning">{problem}</Banner>}
      <dl className={styles.facts}>
        <dt>In a template</dt>
        <dd>
          <code>{`{{${callable}}}`}</code>
        </dd>
        <dt>Module</dt>
        <dd>{module}</dd>
        <dt>Key</dt>
        <dd>
          <code>{key}</code>
        </dd>
      </dl>
      {asked.problem === undefined ? undefined : <Banner level="error">{asked.problem}</Banner>}
      {asked.value === undefined || record === undefined ? (
        <Spinner label="Loading the record" />
      ) : (
        <>
          <TryPromptTool
            key={asked.value.json}
            id={id}
            parameters={'value' in record ? parametersIn(record.value) : {}}
          />
          <RecordEditor
            kind="tool"
            id={id}
            json={prettyJson(asked.value.json)}
            hash={asked.value.hash}
            what="tool"
            onSaved={asked.reload}
            onRemoved={() => go()}
          />
        </>
      )}
    </section>
  );
}

function parametersIn(record: unknown): Readonly<Record<string, unknown>> {
  const parameters = (record as { parameters?: unknown } | null)?.parameters;
  return typeof parameters === 'object' && parameters !== null ? { ...parameters } : {};
}

interface TryToolProps {
  readonly id: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

type ToolTrial = Awaited<ReturnType<ReturnType<typeof useApi>['prompts']['tryTool']>>;

const OUTCOMES = { value: 'answered', default: 'its default is used', empty: 'nothing is used instead' } as const;

function TryPromptTool({ id, parameters }: TryToolProps) {
  const api = useApi();
  const form = useKeptForm(parameters, useTrialDraft(`prompts ${id}`));
  const [isRunning, setIsRunning] = useState(false);
  const [answer, setAnswer] = useState<ToolTrial | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.showProblems();
    if (!form.isValid || isRunning) return;
    setIsRunning(true);
    setProblem(undefined);
    // An answer to other arguments is none to these.
    setAnswer(undefined);
    api.prompts
      .tryTool({ id, args: form.json })
      .then(setAnswer, (error: unknown) => setProblem(errorText(error)))
      .finally(() => setIsRunning(false));
  };
  return (
    <form className={styles.trial} aria-label={`Try ${id}`} onSubmit={submit} noValidate>
      <h3 className={styles.title}>Try it</h3>
      <SchemaForm form={form} label={`Arguments of ${id}`} />
      <div className={styles.bar}>
        <Button type="submit" size="small" disabled={isRunning}>
          Call
        </Button>
        {isRunning ? <Spinner label="Calling" /> : undefined}
      </div>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {answer === undefined ? undefined : (
        <>
          <div className={styles.bar}>
            <Badge tone={answer.outcome === 'value' ? 'success' : 'warning'}>{OUTCOMES[answer.outcome]}</Badge>
            <span className={styles.note}>{formatDuration(answer.durationMs)}</span>
            {answer.error === undefined ? undefined : (
              <span className={styles.wrong}>
                <VisibleText text={answer.error} />
              </span>
            )}
          </div>
          <ScrollBlock label={`Result of ${id}`} className={styles.result}>
            <VisibleText text={prettyJson(answer.json)} />
          </ScrollBlock>
        </>
      )}
    </form>
  );
}
