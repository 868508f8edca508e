import { useCallback, useMemo } from 'react';
import type { PromptRecord, PromptsState } from '#contract';
import { useLayout } from '../../state/layout.tsx';
import { exampleOf, parsedArgs, schemaOf } from '../record.ts';
import { useXray } from '../xray/use-xray.ts';
import { dependenciesKey } from './dependencies-key.ts';
import type { TemplateContext } from './template-context.ts';
import { usePreview } from './use-preview.ts';
import { argsKeys } from './use-workbench.ts';

export interface RenderingInput {
  readonly id: string;
  readonly state: PromptsState;
  readonly record: PromptRecord | undefined;
  readonly isVisible: boolean;
}

/** A record with its arguments, what they make right now, and where each piece of that came from. */
export function useRendering({ id, state, record, isVisible }: RenderingInput) {
  const [typed, setTyped] = useLayout<string | undefined>(argsKeys(id).typed, undefined);
  // What was last sound is rendered while what is typed is not.
  const [lastSound, setLastSound] = useLayout<string | undefined>(argsKeys(id).sound, undefined);
  const [callsTools, setCallsTools] = useLayout('prompts.calls-tools', true);
  const schema = useMemo(() => (record === undefined ? {} : schemaOf(record)), [record]);
  const args = useMemo(() => typed ?? exampleOf(schema), [typed, schema]);
  const argsProblem = useMemo(() => problemIn(args), [args]);
  const sound = argsProblem === undefined ? args : undefined;
  const setArgs = useCallback(
    (next: string) => {
      if (sound !== undefined && problemIn(next) !== undefined) setLastSound(sound);
      setTyped(next);
    },
    [sound, setLastSound, setTyped],
  );
  const world = useMemo(() => dependenciesKey(state), [state]);
  const preview = usePreview({ id, record, args: sound ?? lastSound, callsTools, world, isVisible });
  const xray = useXray(preview.rendered);
  const { rendered } = preview;
  const { variables, tools } = state;
  const context: TemplateContext = useMemo(
    () => ({ variables, tools, schema, args, rendered }),
    [variables, tools, schema, args, rendered],
  );
  const marks = useMemo(() => (xray.place === undefined ? [] : [xray.place]), [xray.place]);
  return { args, setArgs, sound, argsProblem, callsTools, setCallsTools, preview, xray, schema, context, marks };
}

/** Reason why the args are invalid. */
export type ArgsProblem = Extract<ReturnType<typeof parsedArgs>, { readonly problem: string }>;

function problemIn(args: string): ArgsProblem | undefined {
  const parsed = parsedArgs(args);
  return 'problem' in parsed ? parsed : undefined;
}
