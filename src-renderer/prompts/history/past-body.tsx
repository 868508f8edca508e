import { useMemo } from 'react';
import type { PastRendering } from '#contract';
import { Split } from '../../ui/split.tsx';
import { schemaOf } from '../record.ts';
import type { TemplateContext } from '../workbench/template-context.ts';
import { TemplatePane } from '../workbench/template-pane.tsx';
import { useEditors, useShownPlace } from '../workbench/use-editors.ts';
import styles from '../workbench/workbench.module.css';
import { OriginTable } from '../xray/origin-table.tsx';
import { RenderedPane } from '../xray/rendered-pane.tsx';
import { useTokens } from '../xray/use-tokens.ts';
import { useXray } from '../xray/use-xray.ts';

/** The template as it was, what it made, and where each piece came from. */
export function PastBody({ past }: { readonly past: PastRendering }) {
  const { rendered, prompt } = past;
  const xray = useXray(rendered);
  const editors = useEditors();
  const contents = useMemo(() => rendered.messages.map(({ content }) => content), [rendered]);
  const tokens = useTokens(contents);
  const { place } = xray;
  useShownPlace(place, editors.select);
  const marks = useMemo(() => (place === undefined ? [] : [place]), [place]);
  const record = prompt?.record;
  const context: TemplateContext = useMemo(
    () => ({
      variables: [],
      tools: [],
      schema: record === undefined ? {} : schemaOf(record),
      args: rendered.args,
      rendered,
    }),
    [record, rendered],
  );
  const made = (
    <Split
      name="prompts.past-rendered"
      label="Height of the rendered prompt"
      isVertical
      size={58}
      first={
        <section className={styles.fill} data-scroller="" aria-label="Rendered prompt">
          <RenderedPane
            rendered={rendered}
            xray={xray}
            tokens={tokens}
            isStale={false}
            onOpen={() => place !== undefined && editors.go(place)}
          />
        </section>
      }
      second={
        <div className={styles.fill}>
          <OriginTable rendered={rendered} xray={xray} />
        </div>
      }
    />
  );
  if (record === undefined) return made;
  return (
    <Split
      name="prompts.past"
      label="Width of the template"
      first={
        <div className={styles.fill}>
          <TemplatePane
            record={record}
            marks={marks}
            context={context}
            isReadOnly
            problems={NONE}
            edit={() => {}}
            onCursor={xray.onCursor}
            onReady={editors.put}
          />
        </div>
      }
      second={made}
    />
  );
}

const NONE: readonly never[] = [];
