import type { ConversationItem } from '#contract';

/** A tool call in a conversation, from its question to its result. */
export type ToolItem = Extract<ConversationItem, { kind: 'tool' }>;
