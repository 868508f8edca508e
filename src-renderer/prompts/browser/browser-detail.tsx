import type { PromptsState } from '#contract';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExtensionDetail } from '../records/extension-detail.tsx';
import { ProblemsPane } from '../records/problems-pane.tsx';
import { ToolDetail } from '../records/tool-detail.tsx';
import { VariableDetail } from '../records/variable-detail.tsx';
import { NEW, type StorePart, type StorePlace } from '../store-place.ts';

export interface BrowserDetailProps {
  readonly state: PromptsState;
  readonly place: StorePlace;
  readonly go: (part: StorePart, id?: string) => void;
}

const WORDS = {
  variables: {
    title: 'Choose a variable',
    text: 'Variables are shared by all prompts: other programs and this app write them, templates name them with a leading dot.',
    example: '{{.vscode.rules}}',
  },
  tools: {
    title: 'Choose a tool',
    text: 'A tool is a function that templates call: an HTTP address, a gRPC method or a tool of an MCP server.',
    example: '{{codebase_look_ref .args.symbol}}',
  },
  extensions: {
    title: 'Choose an extension',
    text: 'An extension brings prompts of its own.',
    example: 'shenma:extensions:zgsm:translator',
  },
} as const;

/** Details of what is chosen in one of the browsers. */
export function BrowserDetail({ state, place, go }: BrowserDetailProps) {
  const { part, id } = place;
  if (part === 'problems') return <ProblemsPane state={state} />;
  if (part === 'prompts' || part === 'past') return undefined;
  const key = `${part} ${id ?? ''}`;
  const common = { go: (next?: string) => go(part, next) };
  if (id === NEW) return <NewRecord key={key} part={part} {...common} />;
  const variable = part === 'variables' ? state.variables.find((one) => one.id === id) : undefined;
  if (variable !== undefined) return <VariableDetail key={key} variable={variable} {...common} />;
  const tool = part === 'tools' ? state.tools.find((one) => one.id === id) : undefined;
  if (tool !== undefined) return <ToolDetail key={key} tool={tool} {...common} />;
  const extension = part === 'extensions' ? state.extensions.find((one) => one.id === id) : undefined;
  if (extension !== undefined) {
    return <ExtensionDetail key={key} extension={extension} {...common} onPrompt={(one) => go('prompts', one)} />;
  }
  const { title, text, example } = WORDS[part];
  return (
    <EmptyState title={title} text={text}>
      <p>
        For example: <code>{example}</code>
      </p>
    </EmptyState>
  );
}

interface NewRecordProps {
  readonly part: 'variables' | 'tools' | 'extensions';
  readonly go: (id?: string) => void;
}

function NewRecord({ part, go }: NewRecordProps) {
  if (part === 'variables') return <VariableDetail variable={undefined} go={go} />;
  return part === 'tools' ? <ToolDetail tool={undefined} go={go} /> : <ExtensionDetail extension={undefined} go={go} />;
}
