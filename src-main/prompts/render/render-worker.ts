/** Renders in a thread of its own what takes too long for the main one; tools are called over there. */
import { parentPort } from 'node:worker_threads';
import type { JsonObject } from '#contract/plain-object';
import { messageOf } from '#core/app-error';
import { TemplateError, type TemplateFunction, type TemplateSet, type TemplateValue } from '#template';
import { compileTexts } from '../registry/compile.ts';
import { buildContext, contextWith } from '../registry/context.ts';
import type { PromptText } from '../registry/tables.ts';
import { executeTexts } from './execute-texts.ts';
import { RenderError } from './failure.ts';
import { checkReferences, referencedPaths } from './references.ts';
import type { FromThread, ToThread } from './thread-messages.ts';
import { fromWire, toWire } from './wire-values.ts';

interface CachedPrompt {
  readonly texts: readonly PromptText[];
  readonly functions: readonly string[];
  set?: TemplateSet;
}

const prompts = new Map<number, CachedPrompt>();
const contexts = new Map<number, JsonObject>();
/** Calls of the present run that the main thread has not answered. */
let waiting = new Map<number, (value: TemplateValue) => void>();

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}

async function runRendering(message: Extract<ToThread, { kind: 'run' }>): Promise<void> {
  const deadline = performance.now() + message.limitMs;
  send({ kind: 'begun' });
  try {
    const prompt = prompts.get(message.prompt);
    const context = contexts.get(message.version);
    if (!prompt || !context) throw new Error('The thread was not given what it should render');
    prompt.set ??= compileTexts(prompt.texts, prompt.functions);
    const parsed = { set: prompt.set, texts: prompt.texts };
    const { args, mode, isUnchecked, isTraced } = message;
    const data = contextWith(context, args);
    if (isUnchecked) checkReferences(parsed, data, mode);
    waiting = new Map();
    const calls = { next: 0 };
    const executed = await executeTexts({
      ...parsed,
      data: data as TemplateValue,
      functions: functionsOf(prompt.functions, calls),
      calls,
      refusesMissing: mode !== 'off',
      isTraced,
      deadline,
    });
    const references = isUnchecked && isTraced ? referencedPaths(parsed) : undefined;
    send({ kind: 'done', executed: { ...executed, references } });
  } catch (error) {
    send({
      kind: 'failed',
      message: messageOf(error),
      at: error instanceof TemplateError ? errorPlace(error) : undefined,
      failure: error instanceof RenderError ? error.failure : undefined,
    });
  }
}

function functionsOf(names: readonly string[], calls: { next: number }): ReadonlyMap<string, TemplateFunction> {
  const functionOf = (name: string): TemplateFunction => ({
    isAsync: true,
    call: (args, { place }) =>
      new Promise((resolve) => {
        const call = calls.next;
        calls.next += 1;
        waiting.set(call, resolve);
        send({ kind: 'call', call, name, args: args.map(toWire), place });
      }),
  });
  return new Map(names.map((name) => [name, functionOf(name)]));
}

function renderContext(texts: ReadonlyMap<string, string>): JsonObject {
  const valued = [...texts].map(([id, text]) => ({ id, key: id, value: JSON.parse(text) as unknown }));
  return buildContext(valued).context;
}

/** Returns the place of an error without parts that may be large or cannot be sent. */
function errorPlace({ at: { cause: _, partial: __, ...at } }: TemplateError) {
  return at;
}

parentPort?.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'prompt':
      prompts.set(message.prompt, { texts: message.texts, functions: message.functions });
      break;
    case 'variables':
      contexts.set(message.version, renderContext(message.texts));
      break;
    case 'forget':
      for (const prompt of message.prompts) prompts.delete(prompt);
      for (const version of message.versions) contexts.delete(version);
      break;
    case 'result':
      waiting.get(message.call)?.(fromWire(message.value));
      waiting.delete(message.call);
      break;
    default:
      void runRendering(message);
  }
});
send({ kind: 'ready' });
