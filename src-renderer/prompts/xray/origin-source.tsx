import type { ToolCallTrace, UsedVariable } from '#contract';
import { BreakableName } from '../../text/breakable-name.tsx';
import { formatBytes, formatDuration } from '../../ui/format.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './origin-table.module.css';
import { ageWords, plainPath, SOURCES, shortenCell, toolOutcomeWords } from './origin-words.ts';
import type { XrayOrigin } from './xray.ts';

/** Origin of some pieces: a tool, a variable, or the template itself. */
export function OriginSource({ origin, now }: { readonly origin: XrayOrigin; readonly now: number }) {
  const { place, path, variable, call } = origin;
  if (call !== undefined) return <ToolCallFacts call={call} />;
  if (path === undefined) {
    const isFixed = place === undefined || place.kind === 'text';
    return <span className={styles.note}>{isFixed ? 'fixed text' : 'the template'}</span>;
  }
  return (
    <>
      <b>
        <BreakableName name={plainPath(path)} />
      </b>
      {variable === undefined ? undefined : <VariableFacts variable={variable} now={now} />}
    </>
  );
}

function ToolCallFacts({ call }: { readonly call: ToolCallTrace }) {
  const { name, request, error, result, outcome, isPrefetched, startedMs } = call;
  return (
    <>
      <b>{name}</b> <code className={styles.source}>{shortenCell(JSON.stringify(call.arguments) ?? '')}</code>
      <span className={outcome === 'value' ? styles.note : styles.fallback}>
        {toolOutcomeWords(call)}
        {isPrefetched ? `, called ahead, at ${formatDuration(startedMs)}` : ''}
      </span>
      {request === undefined ? undefined : <span className={styles.note}>{request}</span>}
      {error === undefined ? undefined : (
        <span className={styles.error}>
          <VisibleText text={error} />
        </span>
      )}
      {result === undefined ? undefined : (
        <code className={styles.source}>
          <VisibleText text={shortenCell(result)} />
        </code>
      )}
    </>
  );
}

function VariableFacts({ variable, now }: { readonly variable: UsedVariable; readonly now: number }) {
  const { source, key, bytes, readAt, value } = variable;
  const facts = [formatBytes(bytes), readAt === undefined ? '' : ageWords(variable, now)];
  return (
    <>
      <span className={styles.note}>
        {SOURCES[source]}
        {key === undefined ? undefined : (
          <>
            {' '}
            <BreakableName name={key} />
          </>
        )}
        {`, ${facts.filter(Boolean).join(', ')}`}
      </span>
      <code className={styles.source}>
        <VisibleText text={shortenCell(value)} />
      </code>
    </>
  );
}
