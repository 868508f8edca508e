import type { PromptsState } from '#contract';
import { prettyJson } from '../../text/pretty-json.ts';
import { Banner } from '../../ui/banner.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useNow } from '../use-now.ts';
import { ageWords, SOURCES } from '../xray/origin-words.ts';
import styles from './record-editor.module.css';
import { RecordEditor } from './record-editor.tsx';
import { useRequest } from './use-request.ts';

export interface VariableDetailProps {
  /** Variable to show; absent for a new one. */
  readonly variable: PromptsState['variables'][number] | undefined;
  readonly go: (id?: string) => void;
}

/** One variable: where it is, and its value. */
export function VariableDetail({ variable, go }: VariableDetailProps) {
  if (variable === undefined) {
    return (
      <section className={styles.detail} aria-label="New variable">
        <h2 className={styles.heading}>New variable</h2>
        <RecordEditor
          kind="environ"
          id={undefined}
          json={'"a text, or any JSON"'}
          what="variable"
          idHint="Words separated by points, such as team.rules: templates name it .team.rules."
          onSaved={go}
          onRemoved={() => go()}
        />
      </section>
    );
  }
  return <KnownVariable variable={variable} go={go} />;
}

function KnownVariable({
  variable,
  go,
}: VariableDetailProps & { readonly variable: PromptsState['variables'][number] }) {
  const { id, key, source, type, bytes, readAt } = variable;
  const asked = useRequest((api) => api.prompts.variable({ id }), `${id} ${variable.hash}`);
  const now = useNow(1000);
  return (
    <section className={styles.detail} aria-label={`Variable ${id}`}>
      <h2 className={styles.heading}>{id}</h2>
      <dl className={styles.facts}>
        <dt>Key</dt>
        <dd>
          <code>{key}</code>
        </dd>
        <dt>Source</dt>
        <dd>{SOURCES[source]}</dd>
        <dt>Type</dt>
        <dd>
          {type}, {formatBytes(bytes)} as JSON
        </dd>
        <dt>Age</dt>
        <dd>{ageWords({ id, source, value: '', bytes, readAt }, now)}</dd>
        <dt>In a template</dt>
        <dd>
          <code>{`{{.${id}}}`}</code>
        </dd>
      </dl>
      {asked.problem === undefined ? undefined : <Banner level="error">{asked.problem}</Banner>}
      {asked.value === undefined ? (
        <Spinner label="Loading the value" />
      ) : (
        <RecordEditor
          kind="environ"
          id={id}
          json={prettyJson(asked.value.json)}
          hash={asked.value.hash}
          what="variable"
          {...(source === 'app' ? { fixed: 'The app publishes it and updates it when it changes.' } : {})}
          onSaved={asked.reload}
          onRemoved={() => go()}
        />
      )}
    </section>
  );
}
