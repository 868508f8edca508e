import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import type { FromJsHost, JsFunction, ToJsHost } from '#core/threads/js-messages';
import { type Callable, loadModule } from './load-module.ts';
import { returnedText } from './result-text.ts';
import { thrownText } from './thrown-text.ts';

type CallRequest = Extract<ToJsHost, { type: 'call' }>;
type CallResult = Pick<Extract<FromJsHost, { type: 'answer' }>, 'content' | 'isError'>;

interface ServedFunction {
  readonly run: Callable;
  readonly parameters: JsFunction['parameters'];
  /** Compiled at the first call. */
  validate?: ValidateFunction;
}

/** A loaded package whose functions answer calls, strictly one after another, since the working directory is the process's. */
export class ServedPackage {
  readonly #functions: ReadonlyMap<string, ServedFunction>;
  readonly #answer: (message: FromJsHost) => void;
  readonly #cancelled = new Set<string>();
  // The same schema is not refused for a keyword that we do not know, and a schema of two tools may have one $id.
  readonly #ajv = new Ajv2020({ strict: false, useDefaults: true, allErrors: true, addUsedSchema: false });
  readonly #mutex = new Mutex();

  private constructor(functions: ReadonlyMap<string, ServedFunction>, answer: (message: FromJsHost) => void) {
    this.#functions = functions;
    this.#answer = answer;
  }

  /** @throws Error that names the module when it cannot be loaded, or lacks what its types declare. */
  static async load(
    { entry, functions }: Extract<ToJsHost, { type: 'serve' }>,
    answer: (message: FromJsHost) => void,
  ): Promise<ServedPackage> {
    const find = await loadModule(entry).catch((error: unknown) => {
      throw new Error(`${entry} cannot be loaded: ${thrownText(error)}`, { cause: error });
    });
    const missing = functions.filter(({ name }) => !find(name)).map(({ name }) => name);
    if (missing.length > 0) {
      throw new Error(`${entry} does not export what its types declare: ${missing.join(', ')}`);
    }
    const served = functions.map(
      ({ name, parameters }) => [name, { run: find(name) as Callable, parameters }] as const,
    );
    return new ServedPackage(new Map(served), answer);
  }

  call(call: CallRequest): void {
    void this.#mutex.run(async () => {
      if (this.#cancelled.delete(call.id)) return;
      const result = await this.#resultOf(call);
      this.#cancelled.delete(call.id);
      this.#answer({ type: 'answer', id: call.id, ...result });
    });
  }

  /** Matters only while the call has not begun: a function that runs cannot be stopped. */
  cancel(id: string): void {
    this.#cancelled.add(id);
  }

  /** The result as JSON; whatever goes wrong is an answer, too. */
  async #resultOf(call: CallRequest): Promise<CallResult> {
    try {
      const served = this.#functions.get(call.tool);
      if (!served) return failure(`There is no function ${call.tool}`);
      const parsed = parsedArguments(call.arguments);
      const problem = 'error' in parsed ? parsed.error : this.#problemWith(served, parsed.value);
      if (problem !== undefined) return failure(`The arguments of ${call.tool} are wrong: ${problem}`);
      process.chdir(call.dir);
      const content = await returnedText(await served.run('value' in parsed ? parsed.value : undefined));
      return content === undefined ? {} : { content };
    } catch (error) {
      return failure(thrownText(error));
    }
  }

  #problemWith(served: ServedFunction, value: unknown): string | undefined {
    served.validate ??= this.#ajv.compile(served.parameters);
    if (served.validate(value)) return undefined;
    return this.#ajv.errorsText(served.validate.errors, { dataVar: 'arguments' }).slice(0, 2000);
  }
}

/** No arguments at all count as an empty object: some models send an empty text for a function without parameters. */
function parsedArguments(text: string): { readonly value: unknown } | { readonly error: string } {
  try {
    return { value: text.trim() === '' ? {} : JSON.parse(text) };
  } catch (error) {
    return { error: `not JSON: ${messageOf(error)}` };
  }
}

const failure = (error: string): CallResult => ({ content: JSON.stringify({ error }), isError: true });
