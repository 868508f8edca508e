import type { CompileRequest, CompileResult, FromAgentHost, ToAgentHost } from '#core/threads/agent-messages';
import type { FromJsHost, ToJsHost } from '#core/threads/js-messages';

/** Messages to this process: about a package, or about a workspace. */
export type ToHost = ToJsHost | CompileRequest | { readonly type: 'agent'; readonly message: ToAgentHost };
export type FromHost = FromJsHost | FromAgentHost | CompileResult;
