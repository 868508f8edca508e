import { useCallback, useState } from 'react';
import type { PromptRecord, PromptSummary, PromptsState } from '#contract';
import { Banner } from '../../ui/banner.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Split } from '../../ui/split.tsx';
import type { PromptCommands } from '../browser/prompt-commands.tsx';
import { useCases } from '../history/use-cases.ts';
import { VersionsPane } from '../history/versions-pane.tsx';
import { RenderedSide } from './rendered-side.tsx';
import { TemplateSide } from './template-side.tsx';
import { ARGS, pointIn, useEditors, useShownPlace } from './use-editors.ts';
import { useRendering } from './use-rendering.ts';
import { useSendPrompt } from './use-send-prompt.ts';
import { useWorkbench, type Workbench } from './use-workbench.ts';
import styles from './workbench.module.css';
import { WorkbenchHead } from './workbench-head.tsx';

export interface WorkbenchPaneProps {
  readonly state: PromptsState;
  readonly summary: PromptSummary;
  readonly isVisible: boolean;
  readonly commands: PromptCommands;
}

/** One prompt: its template and arguments, what they make right now, and where each piece of that came from. */
export function WorkbenchPane(props: WorkbenchPaneProps) {
  const { id } = props.summary;
  const bench = useWorkbench(id, props.summary);
  const { record, problem } = bench;
  if (record !== undefined) return <OpenedPrompt {...props} bench={bench} record={record} />;
  return problem === undefined ? <Spinner label={`Loading ${id}`} /> : <Banner level="error">{problem}</Banner>;
}

interface OpenedPromptProps extends WorkbenchPaneProps {
  readonly bench: Workbench;
  readonly record: PromptRecord;
}

function OpenedPrompt({ state, summary, isVisible, commands, bench, record }: OpenedPromptProps) {
  const { id } = summary;
  const rendering = useRendering({ id, state, record, isVisible });
  const { args, setArgs, sound, argsProblem, preview, xray, schema, context, marks } = rendering;
  const editors = useEditors();
  const cases = useCases(id, record, isVisible);
  const sending = useSendPrompt(id);
  const [tab, setTab] = useState('origins');
  const given = useGiven();
  const [isComparing, setIsComparing] = useState(false);
  useShownPlace(xray.place, editors.select);
  if (isComparing) {
    return <VersionsPane bench={bench} record={record} args={sound ?? '{}'} onClose={() => setIsComparing(false)} />;
  }
  return (
    <section className={styles.bench} aria-label={`Prompt ${id}`}>
      <WorkbenchHead
        bench={bench}
        summary={summary}
        isVisible={isVisible}
        cases={cases}
        commands={commands}
        args={sound}
        canSend={sound !== undefined && !sending.isRunning}
        onSend={(profile) => {
          setTab('answer');
          sending.send({ record, args: sound ?? '{}', profile });
        }}
        onVersions={() => setIsComparing(true)}
        onCaseSaved={() => setTab('cases')}
      />
      <div className={styles.body}>
        <Split
          name="prompts.bench"
          label="Width of the template"
          first={
            <TemplateSide
              bench={bench}
              record={record}
              preview={preview}
              marks={marks}
              context={context}
              schema={schema}
              args={args}
              {...given.shown}
              onArgs={setArgs}
              onCursor={xray.onCursor}
              onReady={editors.put}
            />
          }
          second={
            <RenderedSide
              rendering={rendering}
              cases={cases}
              sending={sending}
              tab={tab}
              onFillIn={given.fillIn}
              onGoToArgs={() => {
                given.show('json');
                editors.go(pointIn(ARGS, argsProblem?.place));
              }}
              onTab={setTab}
              onOpen={() => xray.place !== undefined && editors.go(xray.place)}
              onProblem={(message, line, column) => editors.go(pointIn(message, { line, column }))}
            />
          }
        />
      </div>
    </section>
  );
}

/** Keeps the visible part of the template's inputs, and the argument to fill in there. */
function useGiven() {
  const [tab, setTab] = useState('form');
  const [wanted, setWanted] = useState<string | undefined>(undefined);
  const onFocused = useCallback(() => setWanted(undefined), []);
  return {
    shown: { tab, onTab: setTab, wanted, onFocused },
    show: setTab,
    fillIn: (name: string) => {
      setTab('form');
      setWanted(name);
    },
  };
}
