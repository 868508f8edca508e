import { z } from 'zod';

/** A function of a Node package as it is offered to models. */
export const JsFunction = z.object({
  name: z.string(),
  description: z.string(),
  /** JSON Schema of its one parameter. */
  parameters: z.record(z.string(), z.unknown()),
});
export type JsFunction = z.infer<typeof JsFunction>;

/** Messages to the process that hosts a Node package. It describes one package, or serves one, never both. */
export type ToJsHost =
  /** Reads the types alone; runs nothing of the package. */
  | { readonly type: 'describe'; readonly folder: string; readonly types: string }
  | { readonly type: 'serve'; readonly entry: string; readonly functions: readonly JsFunction[] }
  /** Runs after all calls before it have ended, in `dir`. */
  | {
      readonly type: 'call';
      readonly id: string;
      readonly tool: string;
      readonly arguments: string;
      readonly dir: string;
    }
  /** A call that has not begun will not be run. */
  | { readonly type: 'cancel'; readonly id: string };

/** Messages from that process. The package's code runs there too and can send anything, so they are checked. */
export const FromJsHost = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('described'),
    functions: z.array(JsFunction),
    /** Absolute paths of the declaration files that were read. */
    files: z.array(z.string()),
  }),
  z.object({ type: z.literal('ready') }),
  /** Failure to describe or serve it; for the person. */
  z.object({ type: z.literal('failed'), message: z.string() }),
  /**
   * `content`: the result as JSON text, absent if the function returned nothing; `isError`: it threw, or could not be
   * called.
   */
  z.object({
    type: z.literal('answer'),
    id: z.string(),
    content: z.string().optional(),
    isError: z.boolean().optional(),
  }),
]);
export type FromJsHost = z.infer<typeof FromJsHost>;
