/** An opening fence with its info string, as it is written again in the next piece; a longer line of marks is a rule that was drawn. */
const FENCE = /^ {0,3}(`{3,40}|~{3,40}(?!~))([^`\n]*)$/;
/** A longer info string is not repeated. */
const MAX_INFO = 32;

/**
 * Cuts a text into pieces of at most `limit` UTF-16 units: at a line's end, else at a blank, in the second half of the room; else
 * where it must be, never within a pair. A fence that is open at a cut is closed there and opened again behind it. A cut rests on
 * what is before it alone, so that a text that grows keeps its pieces.
 */
export function splitText(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  /** Length of what was put in front of the rest. */
  let given = 0;
  while (rest.length > limit) {
    const { piece, next, prefix } = cutOnce(rest, limit, given);
    if (piece.trim() !== '') pieces.push(piece);
    rest = prefix + next;
    given = prefix.length;
  }
  if (rest.slice(given).trim() !== '') pieces.push(rest);
  return pieces;
}

function cutOnce(rest: string, limit: number, given: number) {
  const whole = cutAt(rest, limit, given);
  const fence = openFence(rest.slice(0, whole));
  if (fence === undefined) return { piece: rest.slice(0, whole), next: afterCut(rest, whole), prefix: '' };
  const close = `\n${fence.marks}`;
  const at = cutAt(rest, limit - close.length, given);
  const still = openFence(rest.slice(0, at));
  const next = afterCut(rest, at);
  if (still === undefined) return { piece: rest.slice(0, at), next, prefix: '' };
  return { piece: rest.slice(0, at) + close, next, prefix: `${still.line}\n` };
}

/** The place of the cut: at least one unit behind what was put in front. */
function cutAt(text: string, limit: number, given: number): number {
  const room = Math.max(limit, given + 2);
  // What comes right behind the room may be the line's end itself.
  const line = text.lastIndexOf('\n', room);
  const half = Math.max(given + 1, Math.floor(room / 2));
  if (line >= half) return line;
  const blank = text.lastIndexOf(' ', room);
  if (blank >= half) return blank;
  return /[\ud800-\udbff]/.test(text[room - 1] ?? '') ? room - 1 : room;
}

/** Removes the line end or blank at which the text was cut. */
function afterCut(text: string, at: number): string {
  return /[ \n]/.test(text[at] ?? '') ? text.slice(at + 1) : text.slice(at);
}

function openFence(text: string): { readonly marks: string; readonly line: string } | undefined {
  let open: { readonly marks: string; readonly line: string } | undefined;
  for (const line of text.split('\n')) {
    const [, marks, info = ''] = FENCE.exec(line) ?? [];
    if (marks === undefined) continue;
    if (open === undefined) open = { marks, line: info.length > MAX_INFO ? marks : marks + info.trimEnd() };
    else if (marks.startsWith(open.marks) && info.trim() === '') open = undefined;
  }
  return open;
}
