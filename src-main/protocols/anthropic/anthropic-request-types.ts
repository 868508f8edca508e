import type { ThinkingBlock } from '#contract';

/** Anthropic's `POST /v1/messages`, as far as translated requests have it. */
export interface AnthropicRequest {
  model: string;
  max_tokens: number;
  messages: AnthropicMessage[];
  system?: TextBlock[];
  tools?: AnthropicTool[];
  tool_choice?: AnthropicToolChoice;
  temperature?: number;
  top_p?: number;
  stop_sequences?: string[];
  stream?: true;
  metadata?: { user_id: string };
  output_config?: { effort: string };
}

export interface AnthropicMessage {
  role: 'user' | 'assistant';
  content: ContentBlock[];
}

export interface TextBlock {
  type: 'text';
  text: string;
}

export interface ImageBlock {
  type: 'image';
  source: { type: 'base64'; media_type: string; data: string } | { type: 'url'; url: string };
}

export interface ToolUseBlock {
  type: 'tool_use';
  id: string;
  name: string;
  input: Readonly<Record<string, unknown>>;
}

export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  content?: string | (TextBlock | ImageBlock)[];
}

export type ContentBlock = TextBlock | ImageBlock | ToolUseBlock | ToolResultBlock | ThinkingBlock;

export interface AnthropicTool {
  name: string;
  description?: string;
  input_schema: Readonly<Record<string, unknown>>;
}

export interface AnthropicToolChoice {
  type: 'auto' | 'none' | 'any' | 'tool';
  name?: string;
  disable_parallel_tool_use?: true;
}
