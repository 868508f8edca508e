import type { RenderFailure, UndefinedMode } from '#contract';
import type { JsonObject } from '#contract/plain-object';
import type { TemplateErrorOptions } from '#template';
import type { PromptText } from '../registry/tables.ts';
import type { ExecutionResult } from './execute-texts.ts';

/** Messages from the main thread to one that renders. Tables are sent once; a thread runs one rendering at a time. */
export type ToThread =
  | {
      readonly kind: 'prompt';
      readonly prompt: number;
      readonly texts: readonly PromptText[];
      readonly functions: readonly string[];
    }
  /** Variables by id as JSON: texts are sent quickly, values are not. */
  | { readonly kind: 'variables'; readonly version: number; readonly texts: ReadonlyMap<string, string> }
  | { readonly kind: 'forget'; readonly prompts: readonly number[]; readonly versions: readonly number[] }
  | {
      readonly kind: 'run';
      readonly prompt: number;
      readonly version: number;
      readonly args: JsonObject;
      readonly mode: UndefinedMode;
      /** Whether references are still unchecked because the text was too long to be parsed on the main thread. */
      readonly isUnchecked: boolean;
      readonly isTraced: boolean;
      readonly limitMs: number;
    }
  /** `value` as `toWire` gives it. */
  | { readonly kind: 'result'; readonly call: number; readonly value: unknown };

export type FromThread =
  | { readonly kind: 'ready' }
  /** Start of the execution, after reading the input: its time counts from here. */
  | { readonly kind: 'begun' }
  /** The call of this number, counted from 0 in the order in which the execution reaches them. */
  | {
      readonly kind: 'call';
      readonly call: number;
      readonly name: string;
      readonly args: readonly unknown[];
      readonly place: { readonly template: string; readonly offset: number };
    }
  | { readonly kind: 'done'; readonly executed: ExecutionResult }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly at?: TemplateErrorOptions | undefined;
      readonly failure?: RenderFailure | undefined;
    };
