import { isPlainObject } from '#contract/plain-object';
import type { AnthropicTool, AnthropicToolChoice } from '../anthropic-request-types.ts';
import { TranslationError } from './untranslatable.ts';

type RequestBody = Readonly<Record<string, unknown>>;

/** Tools and how they are to be chosen; nothing of both if there are no tools. @throws Untranslatable */
export function readRequestTools(body: RequestBody): { tools?: AnthropicTool[]; tool_choice?: AnthropicToolChoice } {
  const given = body.tools ?? [];
  if (!Array.isArray(given)) throw new TranslationError('shape', 'tools is no list');
  const tools = given.map((tool, at) => readRequestTool(tool, `tools[${at}]`));
  if (tools.length === 0) return {};
  const choice = toolChoice(body);
  return { tools, ...(choice && { tool_choice: choice }) };
}

function readRequestTool(tool: unknown, place: string): AnthropicTool {
  const isTool = isPlainObject(tool) && (tool.type ?? 'function') === 'function' && isPlainObject(tool.function);
  if (!isTool) throw new TranslationError('shape', `${place} is no tool of the type function`);
  const { name, description = null, parameters = null } = tool.function as RequestBody;
  if (typeof name !== 'string' || name === '') throw new TranslationError('shape', `${place} has no name`);
  if (description !== null && typeof description !== 'string') {
    throw new TranslationError('shape', `${place} has a description that is no text`);
  }
  if (parameters !== null && !isPlainObject(parameters)) {
    throw new TranslationError('shape', `${place} has parameters that are no object`);
  }
  return { name, ...(description && { description }), input_schema: inputSchema(parameters) };
}

function inputSchema(parameters: RequestBody | null): RequestBody {
  return parameters === null || Object.keys(parameters).length === 0 ? { type: 'object', properties: {} } : parameters;
}

const CHOICES: ReadonlyMap<unknown, 'auto' | 'none' | 'any'> = new Map([
  ['auto', 'auto'],
  ['none', 'none'],
  ['required', 'any'],
]);

function toolChoice(body: RequestBody): AnthropicToolChoice | undefined {
  const choice = readChoice(body.tool_choice ?? null);
  if (body.parallel_tool_calls !== false || choice?.type === 'none') return choice;
  return { ...(choice ?? { type: 'auto' }), disable_parallel_tool_use: true };
}

function readChoice(choice: unknown): AnthropicToolChoice | undefined {
  if (choice === null) return undefined;
  const type = CHOICES.get(choice);
  if (type !== undefined) return { type };
  const named = isPlainObject(choice) && choice.type === 'function' ? choice.function : undefined;
  if (isPlainObject(named) && typeof named.name === 'string') return { type: 'tool', name: named.name };
  throw new TranslationError('shape', 'tool_choice is none of auto, none, required and a named function');
}
