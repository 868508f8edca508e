import { z } from 'zod';
import { PythonTool } from '../../schema/python-signature.ts';

/** Outcome for a file, as the host program reports it. */
const LoadAnswer = z.object({
  file: z.string(),
  tool: PythonTool.optional(),
  system: z.object({ hasPrompt: z.boolean(), hasCompaction: z.boolean() }).optional(),
  problem: z.object({ line: z.int().positive().optional(), message: z.string() }).optional(),
  missingModule: z.string().optional(),
  isOld: z.boolean().optional(),
});
export type LoadAnswer = z.infer<typeof LoadAnswer>;

/** A line of the host program (`resources/python-host/host.py`). Code of the workspace runs in that process, so it is checked. */
export const FromPython = z.discriminatedUnion('op', [
  z.object({ op: z.literal('ready'), version: z.string() }),
  /** Start of loading this file. */
  z.object({ op: z.literal('loading'), file: z.string() }),
  z.object({ op: z.literal('loaded'), id: z.string(), files: z.array(LoadAnswer) }),
  z.object({ op: z.literal('answer'), id: z.string(), content: z.string() }),
  z.object({ op: z.literal('failed'), id: z.string(), message: z.string(), isStopped: z.boolean().optional() }),
  /** A `compact_history` asks the model; answered by `completed` with this id. */
  z.object({ op: z.literal('complete'), id: z.string(), messages: z.array(z.unknown()) }),
]);
export type FromPython = z.infer<typeof FromPython>;

export type ToPython =
  | {
      readonly op: 'load';
      readonly id: string;
      readonly files: readonly { readonly file: string; readonly hash: string; readonly kind: 'tool' | 'system' }[];
      readonly trusted: Readonly<Record<string, string>>;
      readonly answerBytes: number;
    }
  /** `arguments` is JSON text: a number of many digits would be another one when it was read here. */
  | { readonly op: 'call'; readonly id: string; readonly file: string; readonly arguments: string }
  | { readonly op: 'cancel'; readonly id: string }
  | { readonly op: 'prompt'; readonly id: string }
  | { readonly op: 'compact'; readonly id: string; readonly history: readonly unknown[]; readonly maxTokens: number }
  | { readonly op: 'completed'; readonly id: string; readonly text?: string; readonly error?: string };
