import { z } from 'zod';

/** A file of a workspace that is run by itself. */
export interface AgentFile {
  /** Name that models call a tool by. */
  readonly name: string;
  /** Relative to the workspace, `/` between names. */
  readonly file: string;
  /** SHA-256 of its bytes, in hex. */
  readonly hash: string;
  readonly role: 'tool' | 'system';
}

/** A TypeScript file as JavaScript. */
export const CompiledFile = z.object({
  /** SHA-256 of the bytes that were compiled, in hex; it belongs to no other text. */
  hash: z.string(),
  /** JavaScript code; absent if the text is not TypeScript. */
  code: z.string().optional(),
});
export type CompiledFile = z.infer<typeof CompiledFile>;

/** Place of a syntax error in JavaScript or TypeScript. */
export const SyntaxProblem = z.object({ file: z.string(), line: z.int().positive(), message: z.string() });
export type SyntaxProblem = z.infer<typeof SyntaxProblem>;

/** Messages to the process that runs a workspace's JavaScript. `id` names a request; its answer has the same. */
export type ToAgentHost =
  /** First, once: which folder its code is of. */
  | { readonly type: 'open'; readonly id: string; readonly workspace: string; readonly answerBytes: number }
  /**
   * Request to load exactly these files. `trusted`: hash of each file of the folder that may be imported, by its path.
   */
  | {
      readonly type: 'load';
      readonly id: string;
      readonly files: readonly AgentFile[];
      /** Hashes of trusted files; unchanged if absent. */
      readonly trusted?: Readonly<Record<string, string>> | undefined;
      readonly compiled: readonly CompiledFile[];
      /** Schemas that types give, by the hash of the tool's file. */
      readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      /** Duration of each file's import, in milliseconds. */
      readonly importMs: number;
    }
  /** Calls run side by side; `arguments` is JSON text. */
  | { readonly type: 'call'; readonly id: string; readonly tool: string; readonly arguments: string }
  | { readonly type: 'prompt'; readonly id: string }
  | { readonly type: 'compact'; readonly id: string; readonly history: readonly unknown[]; readonly maxTokens: number }
  /** Aborts the signal that the function was given. */
  | { readonly type: 'cancel'; readonly id: string }
  /** The answer to `complete`; `error`: why there is none. */
  | {
      readonly type: 'completed';
      readonly id: string;
      readonly text?: string | undefined;
      readonly error?: string | undefined;
    };

const LoadedByHost = z.object({
  file: z.string(),
  declaration: z
    .object({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.unknown()) })
    .optional(),
  problem: z.object({ file: z.string(), line: z.int().positive().optional(), message: z.string() }).optional(),
  /** The problem is that a text is no JavaScript; which line, only a parser knows. */
  isSyntax: z.boolean().optional(),
  missingModule: z.string().optional(),
  isOld: z.boolean().optional(),
  system: z.object({ hasPrompt: z.boolean(), hasCompaction: z.boolean() }).optional(),
});
export type LoadedByHost = z.infer<typeof LoadedByHost>;

/** Messages from that process. The workspace's code runs there too and can send anything, so they are checked. */
export const FromAgentHost = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened'), id: z.string() }),
  /** The import of a file begins. */
  z.object({ type: z.literal('importing'), id: z.string(), file: z.string() }),
  z.object({ type: z.literal('loaded'), id: z.string(), files: z.array(LoadedByHost) }),
  /** `content`: JSON text, absent if nothing was returned; `error`: why there is none. */
  z.object({ type: z.literal('result'), id: z.string(), content: z.string().optional(), error: z.string().optional() }),
  /** A `compactHistory` asks the model; `id` is of this question, `of` of the `compact`. */
  z.object({ type: z.literal('complete'), id: z.string(), of: z.string(), messages: z.array(z.unknown()) }),
]);
export type FromAgentHost = z.infer<typeof FromAgentHost>;

/** Request to a process that reads TypeScript; it runs nothing, and ends after its answer. */
export interface CompileRequest {
  readonly type: 'compile';
  readonly workspace: string;
  /** Tools and system files, relative to the workspace; what they import is compiled as well. */
  readonly files: readonly string[];
}

/** Paths are relative to the workspace. */
export const CompileResult = z.object({
  type: z.literal('compiled'),
  files: z.array(CompiledFile),
  problems: z.array(SyntaxProblem),
  /** JSON schemas by the hash of the tool's file. */
  schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type CompileResult = z.infer<typeof CompileResult>;
