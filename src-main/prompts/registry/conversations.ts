import type { ValueSource } from '#contract';
import { buildContext } from './context.ts';
import { nextVersion, type PromptVariables } from './variables.ts';

const CONVERSATIONS = /^(?:chat|completion)(?:\.|$)/;

/** Whether a variable is what a person said or was answered, published by the app itself. */
export function isConversation({ id, source }: { readonly id: string; readonly source: ValueSource }): boolean {
  return source === 'app' && CONVERSATIONS.test(id);
}

type VariableParts = Pick<PromptVariables, 'version' | 'byId' | 'context'>;

/** Reduced variables by the whole map, which stays the same object while nothing changes. */
const withoutThem = new WeakMap<PromptVariables['byId'], VariableParts>();

/**
 * The variables as they are for those who may not know of conversations (docs/decisions/017-prompts.md): as if these
 * were not there.
 */
export function withoutConversations(variables: PromptVariables): PromptVariables {
  let parts = withoutThem.get(variables.byId);
  if (!parts) {
    parts = partsWithout(variables);
    withoutThem.set(variables.byId, parts);
  }
  return { ...variables, ...parts };
}

function partsWithout(variables: PromptVariables): VariableParts {
  const byId = new Map([...variables.byId].filter(([, variable]) => !isConversation(variable)));
  if (byId.size === variables.byId.size) {
    return { version: variables.version, byId: variables.byId, context: variables.context };
  }
  return { version: nextVersion(), byId, context: buildContext(byId.values()).context };
}
