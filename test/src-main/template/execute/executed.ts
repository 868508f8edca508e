import {
  createTemplateSet,
  type RenderResult,
  TemplateError,
  type TemplateExecuteOptions,
  type TemplateFunction,
  type TemplateValue,
} from '#template';

type Functions = Readonly<Record<string, TemplateFunction | TemplateFunction['call']>>;

interface Options extends Omit<TemplateExecuteOptions, 'functions'> {
  readonly functions?: Functions;
}

/** Executes the template `main` of this text; returns the result at once, or a promise of it. */
export function execution(text: string, data?: TemplateValue, { functions = {}, ...options }: Options = {}) {
  const set = createTemplateSet({ functions: Object.keys(functions) });
  set.parse('main', text);
  const offered = Object.entries(functions).map(
    ([name, call]) => [name, typeof call === 'function' ? { call } : call] as const,
  );
  return set.execute('main', data, { ...options, functions: new Map(offered) });
}

/** The same where nothing waits. */
export function rendered(text: string, data?: TemplateValue, options: Options = {}): RenderResult {
  const result = execution(text, data, options);
  if (result instanceof Promise) throw new Error('It gave a promise');
  return result;
}

export function executed(text: string, data?: TemplateValue, options?: Options): string {
  return rendered(text, data, options).output;
}

/** The error that it ends with. */
export async function failure(text: string, data?: TemplateValue, options?: Options): Promise<TemplateError> {
  try {
    await execution(text, data, options);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('It did not fail');
}
