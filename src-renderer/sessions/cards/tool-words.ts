/** Subject of a tool call, in the words of a person. */
import { objectIn } from '#contract/plain-object';
import { prettyJson } from '../../text/pretty-json.ts';
import { formatDuration, plural } from '../../ui/format.ts';
import { BOX_BADGES, stoppedWords } from '../items/session-words.ts';
import type { ToolItem } from '../items/tool-item.ts';

const TITLES: Readonly<Record<string, string>> = {
  execute_command: 'Run command',
  create_or_update_file: 'Write file',
  edit_file: 'Edit file',
  read_file: 'Read file',
  delete_file_or_dir: 'Delete',
};

export interface ToolWords {
  readonly title: string;
  /** The path it names, where its arguments can be read. */
  readonly about?: string;
}

/** `sent` is what the model wrote, which may be no JSON at all. */
export function toolWords(tool: string, sent: string): ToolWords {
  if (tool === 'execute_command' && objectIn(sent)?.use_kept === true) return { title: 'Use kept output' };
  const title = TITLES[tool] ?? tool;
  const about = tool === 'execute_command' ? undefined : textArgument(sent, 'path');
  return about === undefined ? { title } : { title, about };
}

/** A text argument of a call. */
export function textArgument(sent: string, name: string): string | undefined {
  const value = objectIn(sent)?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Whether a client of the Shell Adapter sent it, whose limits are those of its file; such a call names its command in its own way. */
export function isOfAdapter({ tool, sent, ran }: { tool: string; sent: string; ran?: string | undefined }): boolean {
  return tool === 'execute_command' && ran === undefined && textArgument(sent, 'command') !== undefined;
}

/** The first line of a command, with a sign where there are more. */
export function commandLine(command: string | undefined): string | undefined {
  const line = command?.trim().split('\n', 1)[0];
  return line === command?.trim() ? line : `${line} …`;
}

/** Describes the outcome of an ended call, such as `Exit code 0 · 2 files changed · repaired · 3.2 s`. */
export function callOutcomeWords({
  command,
  changes,
  repairs,
}: Pick<ToolItem, 'command' | 'changes' | 'repairs'>): string {
  const { exitCode, durationMs, sandbox } = command ?? {};
  return [
    exitCode === undefined ? '' : `Exit code ${exitCode}`,
    (command && stoppedWords(command)) ?? '',
    changes.length === 0 ? '' : `${plural(new Set(changes.map(({ path }) => path)).size, 'file')} changed`,
    changes.length > 0 && changes.every(({ undone }) => undone !== undefined) ? 'undone' : '',
    repairs.length === 0 ? '' : 'repaired',
    sandbox === undefined ? '' : BOX_BADGES[sandbox],
    durationMs === undefined ? '' : formatDuration(durationMs),
  ]
    .filter((words) => words !== '')
    .join(' · ');
}

/** JSON of an object with line breaks for reading, its numbers and names as they were sent; anything else as it is. */
export function readableJson(text: string): string {
  return objectIn(text) === undefined ? text : prettyJson(text);
}
