import { useDeferredValue, useMemo } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount, formatDuration } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { Split } from '../../ui/split.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CasesPane } from '../history/cases-pane.tsx';
import type { Cases } from '../history/use-cases.ts';
import { OriginTable, type OriginTableProps } from '../xray/origin-table.tsx';
import { RenderedPane } from '../xray/rendered-pane.tsx';
import { type TokenCount, useTokens } from '../xray/use-tokens.ts';
import { AnswerPane } from './answer-pane.tsx';
import { FailureList, type FailureListProps } from './failure-list.tsx';
import type { useRendering } from './use-rendering.ts';
import type { PromptSender } from './use-send-prompt.ts';
import styles from './workbench.module.css';

export interface RenderedSideProps extends Pick<FailureListProps, 'onGoToArgs' | 'onFillIn'> {
  readonly rendering: ReturnType<typeof useRendering>;
  readonly cases: Cases;
  readonly sending: PromptSender;
  /** `origins`, `answer` or `cases`. */
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  readonly onOpen: () => void;
  readonly onProblem: (message: number, line: number, column: number) => void;
}

const NO_TEXTS: readonly string[] = [];

/** Result of the template: the rendered prompt above, the origins of its pieces below. */
export function RenderedSide(props: RenderedSideProps) {
  const { cases, sending, tab, onTab, onOpen, onProblem, onGoToArgs, onFillIn } = props;
  const { preview, xray, argsProblem, callsTools, setCallsTools } = props.rendering;
  const { rendered, failure, trouble } = preview;
  const contents = useMemo(() => rendered?.messages.map(({ content }) => content) ?? NO_TEXTS, [rendered]);
  const tokens = useTokens(contents);
  const isStale = failure !== undefined || trouble !== undefined || argsProblem !== undefined || preview.isPending;
  return (
    <Split
      name="prompts.rendered"
      label="Height of the rendered prompt"
      isVertical
      size={58}
      first={
        <section className={styles.region} aria-label="Rendered prompt" aria-busy={preview.isPending}>
          <div className={styles.bar}>
            <h2 className={styles.heading}>Rendered prompt</h2>
            {rendered === undefined || isStale ? undefined : (
              <span className={styles.note}>{renderingFacts(rendered.durationMs, tokens)}</span>
            )}
            <label className={styles.check}>
              <input type="checkbox" checked={callsTools} onChange={({ target }) => setCallsTools(target.checked)} />
              Call tools
            </label>
          </div>
          {trouble === undefined ? undefined : <Banner level="error">{trouble}</Banner>}
          <FailureList
            preview={preview}
            argsProblem={argsProblem}
            onGoToArgs={onGoToArgs}
            onFillIn={onFillIn}
            onGo={onProblem}
          />
          <div className={styles.fill} data-scroller="">
            {rendered === undefined ? (
              <NoRendering isPending={preview.isPending && argsProblem === undefined} />
            ) : (
              <RenderedPane rendered={rendered} xray={xray} tokens={tokens} isStale={isStale} onOpen={onOpen} />
            )}
          </div>
        </section>
      }
      second={
        <Tabs
          label="About the rendered prompt"
          value={tab}
          onChange={onTab}
          tabs={[
            {
              id: 'origins',
              label: 'Where it came from',
              content:
                rendered === undefined ? (
                  <p className={styles.hint}>
                    The origin of each piece is listed here once the prompt can be rendered.
                  </p>
                ) : (
                  <Origins rendered={rendered} xray={xray} />
                ),
            },
            { id: 'answer', label: 'Answer', content: <AnswerPane sending={sending} /> },
            { id: 'cases', label: casesLabel(cases), content: <CasesPane cases={cases} /> },
          ]}
        />
      }
    />
  );
}

/** A moment after the rendering itself, which is what a person who types looks at. */
function Origins(props: OriginTableProps) {
  const { rendered, xray } = props;
  const both = useMemo(() => ({ rendered, xray }), [rendered, xray]);
  return <OriginTable {...useDeferredValue(both)} />;
}

function NoRendering({ isPending }: { readonly isPending: boolean }) {
  if (isPending) return <Spinner label="Rendering" />;
  return (
    <EmptyState
      title="There is nothing to show yet"
      text="The rendered prompt appears here once the errors are fixed."
    />
  );
}

function renderingFacts(durationMs: number, tokens: readonly TokenCount[]): string {
  const counted = tokens.every((count) => typeof count === 'number') && tokens.length > 1;
  const total = counted
    ? `, about ${formatCount(tokens.reduce<number>((sum, one) => sum + Number(one), 0))} tokens`
    : '';
  return `in ${durationMs < 10 ? durationMs.toFixed(1) : ''}${durationMs < 10 ? ' ms' : formatDuration(durationMs)}${total}`;
}

function casesLabel({ cases, results }: Cases): string {
  const changed = [...results.values()].filter(({ state }) => state !== 'same').length;
  if (cases.length === 0) return 'Cases';
  return changed === 0 ? `Cases (${cases.length})` : `Cases (${changed} of ${cases.length} changed)`;
}
