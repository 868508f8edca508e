import { isPlainObject } from '#contract/plain-object';
import { textStart } from '#contract/text-ends';
import { messageOf } from '#core/app-error';
import type { TemplateValue } from '#template';
import type { NamedArguments } from './arguments.ts';
import { answerValue, jsonAnswer } from './plain-values.ts';
import { DETAIL_BYTES, MAX_ANSWER_BYTES, ToolFailure } from './tool-failure.ts';

export interface McpAnswer {
  /** Structured content, where there is some. */
  readonly value?: unknown;
  readonly text: string;
  readonly isError: boolean;
}

/** The MCP servers that are attached under Providers. */
export interface McpToolPort {
  /** Rejects when there is no such server or tool, or it went away. */
  call(server: string, tool: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<McpAnswer>;
}

export function mcpTarget(record: unknown): { readonly server: string; readonly tool: string } {
  const { server, tool } = isPlainObject(record) ? record : {};
  if (typeof server === 'string' && server !== '' && typeof tool === 'string' && tool !== '') return { server, tool };
  throw new ToolFailure('its record has no mcp.server and mcp.tool');
}

/** Calls an MCP tool. Returns the structured content, else the text as JSON, else the text. @throws ToolFailure */
export async function callMcp(
  port: McpToolPort,
  { server, tool }: { readonly server: string; readonly tool: string },
  args: NamedArguments,
  signal: AbortSignal,
): Promise<TemplateValue> {
  const answer = await port.call(server, tool, args.values, signal).catch((error: unknown) => {
    throw new ToolFailure('the MCP tool could not be called', messageOf(error));
  });
  if (answer.isError) {
    throw new ToolFailure('the MCP tool answered that it failed', textStart(answer.text, DETAIL_BYTES));
  }
  if (answer.text.length > MAX_ANSWER_BYTES) throw new ToolFailure('it answered with more than 4 MiB');
  return answer.value === undefined ? answerValue(answer.text) : jsonAnswer(answer.value);
}
