import { z } from 'zod';

/** A type of a Python parameter: the name of what it is made of, its parts, the choices that it allows. */
export interface TypeShape {
  readonly name: string;
  readonly of?: readonly TypeShape[] | undefined;
  readonly choices?: readonly (string | number | boolean)[] | undefined;
}

export const TypeShape: z.ZodType<TypeShape> = z.lazy(() =>
  z.object({
    name: z.string(),
    of: z.array(TypeShape).optional(),
    choices: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
  }),
);

/** A parameter as the Python host tells it. */
export const PythonParameter = z.object({
  name: z.string(),
  /**
   * Kind as Python's [`inspect`](https://docs.python.org/3/library/inspect.html#inspect.Parameter.kind) names it, such
   * as `KEYWORD_ONLY`.
   */
  kind: z.string(),
  hasDefault: z.boolean(),
  /** Annotation; absent if there is none; a postponed one is its text. */
  annotation: z.string().optional(),
  shape: TypeShape.optional(),
  default: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
});
export type PythonParameter = z.infer<typeof PythonParameter>;

export const PythonTool = z.object({ doc: z.string(), parameters: z.array(PythonParameter) });
export type PythonTool = z.infer<typeof PythonTool>;
