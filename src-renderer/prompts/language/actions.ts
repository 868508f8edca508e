/** One `{{…}}` of a template. */
export interface TemplateAction {
  /** Offset of the first brace. */
  readonly start: number;
  /** Offset after the last one; of the text where it is not closed. */
  readonly end: number;
  readonly isClosed: boolean;
  /** Text between the braces, without trim markers. */
  readonly content: string;
  /** Offset of `content`. */
  readonly contentStart: number;
  /** Its first word where that is a keyword of the structure. */
  readonly keyword: ActionKeyword | undefined;
}

export type ActionKeyword = 'if' | 'else' | 'end' | 'range' | 'with' | 'define' | 'block';

const OPENERS: ReadonlySet<string> = new Set(['if', 'range', 'with', 'define', 'block']);
const STRUCTURE: ReadonlySet<string> = new Set([...OPENERS, 'else', 'end']);

/** Pattern of what ends a run of an action: a string, a raw string, a comment or the braces. */
const NEXT = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`[^`]*`?|\/\*[\s\S]*?(?:\*\/|$)|\}\}/g;

/** Every action of a text, in order; also of one that is half written. */
export function actionsOf(text: string): readonly TemplateAction[] {
  const actions: TemplateAction[] = [];
  let start = text.indexOf('{{');
  while (start !== -1) {
    const action = actionAt(text, start);
    actions.push(action);
    start = text.indexOf('{{', Math.max(action.end, start + 2));
  }
  return actions;
}

function actionAt(text: string, start: number): TemplateAction {
  const trimsLeft = /^\{\{-\s/.test(text.slice(start, start + 4));
  const contentStart = start + (trimsLeft ? 3 : 2);
  NEXT.lastIndex = contentStart;
  let match = NEXT.exec(text);
  while (match !== null && match[0] !== '}}') match = NEXT.exec(text);
  const close = match?.index;
  const inner = text.slice(contentStart, close ?? text.length);
  const content = close === undefined ? inner : inner.replace(/\s-$/, '');
  const [, word] = /^\s*([a-z]+)\b/.exec(content) ?? [];
  return {
    start,
    end: close === undefined ? text.length : close + 2,
    isClosed: close !== undefined,
    content,
    contentStart,
    keyword: word !== undefined && STRUCTURE.has(word) ? (word as ActionKeyword) : undefined,
  };
}

/** The actions that belong together: `if` with its `else`s and its `end`; undefined if none of them is. */
export function groupOf(
  actions: readonly TemplateAction[],
  one: TemplateAction,
): readonly TemplateAction[] | undefined {
  const groups = groupsOf(actions);
  return groups.find((group) => group.includes(one));
}

function groupsOf(actions: readonly TemplateAction[]): readonly (readonly TemplateAction[])[] {
  const groups: TemplateAction[][] = [];
  const open: TemplateAction[][] = [];
  for (const action of actions) {
    const { keyword } = action;
    if (keyword === undefined) continue;
    if (OPENERS.has(keyword)) {
      const group = [action];
      open.push(group);
      groups.push(group);
    } else {
      open.at(-1)?.push(action);
      if (keyword === 'end') open.pop();
    }
  }
  return groups;
}

/** The actions that the open parts of blocks before an offset begin with, the outermost first: of the block, or its last `else`. */
export function openParts(actions: readonly TemplateAction[], offset: number): readonly TemplateAction[] {
  const open: TemplateAction[] = [];
  for (const action of actions) {
    if (action.end > offset) break;
    if (action.keyword !== undefined && OPENERS.has(action.keyword)) open.push(action);
    else if (action.keyword === 'end') open.pop();
    else if (action.keyword === 'else' && open.length > 0) open[open.length - 1] = action;
  }
  return open;
}

/** The action that an offset is inside of. */
export function actionAround(actions: readonly TemplateAction[], offset: number): TemplateAction | undefined {
  return actions.find(
    ({ contentStart, end, isClosed }) => contentStart <= offset && (isClosed ? offset <= end - 2 : offset <= end),
  );
}
