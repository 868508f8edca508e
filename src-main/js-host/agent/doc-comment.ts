/** Description of one parameter in a doc comment. */
export interface DocParameter {
  readonly name: string;
  /** Type as written between braces; empty if there is none. */
  readonly type: string;
  readonly isOptional: boolean;
  /** Default as written after `=`. */
  readonly standard?: string | undefined;
  readonly description: string;
}

export interface DocComment {
  readonly description: string;
  readonly parameters: readonly DocParameter[];
}

const FUNCTION =
  /(?:export\s+(?:default\s+)?(?:async\s+)?function\b\s*\*?\s*(?:tool\b)?|(?:export\s+)?(?:const|let|var)\s+tool\s*=|(?:export\s+)?(?:async\s+)?function\s+tool\b|exports\.tool\s*=|module\.exports\s*=|export\s+default\b)/y;
const PARAM = /^(?:\{((?:[^{}]|\{[^{}]*\})*)\}\s*)?(\[[^\]]*\](?:\s*\])?|\S+)\s*(?:-\s*)?([\s\S]*)$/;

/** The doc comment right before the tool's function, read from the file's text; undefined if there is none. */
export function docCommentOf(text: string): DocComment | undefined {
  for (const match of text.matchAll(/\/\*\*([\s\S]*?)\*\//g)) {
    const after = match.index + match[0].length;
    FUNCTION.lastIndex = after + (/^\s*/.exec(text.slice(after))?.[0].length ?? 0);
    if (FUNCTION.test(text)) return parseComment(match[1] ?? '');
  }
  return undefined;
}

function parseComment(comment: string): DocComment {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
  const [description = '', ...tags] = lines.join('\n').split(/^(?=@\w)/m);
  const isTagFirst = description.startsWith('@');
  const all = isTagFirst ? [description, ...tags] : tags;
  return {
    description: isTagFirst ? '' : description.trim(),
    parameters: all.flatMap((tag) => parameterOf(/^@(?:param|arg|argument)\s+([\s\S]*)$/.exec(tag)?.[1])),
  };
}

function parameterOf(tag: string | undefined): DocParameter[] {
  const [, type = '', written, description = ''] = (tag && PARAM.exec(tag.trim())) || [];
  if (written === undefined) return [];
  const inner = /^\[\s*([^=\]\s]+)\s*(?:=\s*([\s\S]*?))?\s*\]$/.exec(written);
  return [
    {
      name: inner?.[1] ?? written,
      type: type.trim().replace(/=$/, ''),
      isOptional: inner !== null || type.trim().endsWith('='),
      standard: inner?.[2],
      description: description.trim().replace(/\s*\n\s*/g, ' '),
    },
  ];
}
