import type { ExtensionRecord, PromptRecord, RecordProblem } from '#contract';
import type { LoadedPrompt, LoadedTool } from '../ports.ts';
import type { ParameterSet } from '../records/parameters.ts';

/** Stored texts of a kind, by key. */
export type Texts = ReadonlyMap<string, string>;

/** One text to be rendered: the `prompt` of a record, or one of its messages. */
export interface PromptText {
  /** Name in errors, such as `demo.review.messages.1`. */
  readonly name: string;
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
}

export interface TablePrompt extends LoadedPrompt {
  readonly warnings: readonly string[];
  readonly parameters: ParameterSet;
  readonly texts: readonly PromptText[];
}

export interface LoadedExtension {
  readonly id: string;
  readonly key: string;
  readonly record: ExtensionRecord;
  readonly stored: string;
  readonly warnings: readonly string[];
  /** IDs of its prompts, those that are hidden by direct ones included. */
  readonly prompts: readonly string[];
  readonly missing: ExtensionRecord['contributes']['dependences'];
}

export interface ToolTable {
  /** Tools by the ID that the API shows. */
  readonly byId: ReadonlyMap<string, TableTool>;
  /** Tools by every name that templates can call. */
  readonly byCallable: ReadonlyMap<string, LoadedTool>;
  /** Tools by dotted ID. */
  readonly byPath: ReadonlyMap<string, TableTool>;
  /** All callable names, sorted, as one text: templates are parsed against them. */
  readonly names: string;
}

export interface TableTool extends LoadedTool {
  readonly stored: string;
  readonly problem?: string | undefined;
}

/** Loaded records except for variables; never changed, replaced as a whole. */
export interface Tables {
  readonly extensions: ReadonlyMap<string, LoadedExtension>;
  readonly prompts: ReadonlyMap<string, TablePrompt>;
  readonly tools: ToolTable;
  readonly problems: readonly RecordProblem[];
}

export interface LoadedTexts {
  readonly extension: Texts;
  readonly template: Texts;
  readonly tool: Texts;
}

/** The texts that a record renders. */
export function promptTexts(id: string, record: PromptRecord): readonly PromptText[] {
  const { prompt, messages } = record;
  if (prompt !== undefined && prompt !== '') return [{ name: `${id}.prompt`, role: 'user', text: prompt }];
  return (messages ?? []).map(({ role, content }, index) => ({
    name: `${id}.messages.${index}`,
    role,
    text: content,
  }));
}
