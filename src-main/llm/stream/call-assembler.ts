import { randomUUID } from 'node:crypto';
import type { RequestedCall } from '#contract';
import { objectIn } from '#contract/plain-object';
import type { CallPiece } from './completion-chunk.ts';

/** Most calls of one reply: each of them is asked about or shown, and no model means this many. */
const MAX_CALLS = 256;

interface PartialCall {
  readonly index: number;
  id: string;
  tool: string;
  pieces: string[];
  length: number;
}

/**
 * Puts tool calls together from their pieces. By the book a piece names its call's index and only the first has id and name;
 * in the field indexes are missing, all zero or out of order, ids are missing or repeated, also for several calls, and names come with
 * every piece.
 */
export class CallAssembler {
  readonly #calls: PartialCall[] = [];
  #last: PartialCall | undefined;

  /** Returns the call as it stands, for show. @throws RangeError when it is one call too many */
  add(piece: CallPiece): { readonly tool: string; readonly argumentsLength: number } {
    const name = piece.function?.name ?? '';
    const call = this.#find(piece, name) ?? this.#start(piece);
    this.#last = call;
    if (call.id === '' && piece.id !== undefined) call.id = piece.id;
    if (call.tool !== name && call.length === 0) call.tool += name;
    const text = piece.function?.arguments ?? '';
    if (text !== '') {
      call.pieces.push(text);
      call.length += text.length;
    }
    return { tool: call.tool, argumentsLength: call.length };
  }

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  /**
   * The calls in the order of their indexes, each with an id that is not in `taken`.
   * When the reply was cut, the call that was being written is left out, and so is every other that is not a whole JSON object.
   */
  finish(isCut: boolean, taken: Iterable<string>): RequestedCall[] {
    const ids = new Set(taken);
    return [...this.#calls]
      .sort((a, b) => a.index - b.index)
      .filter((call) => !isCut || (call !== this.#last && objectIn(call.pieces.join('')) !== undefined))
      .map((call) => {
        const callId = call.id === '' || ids.has(call.id) ? `call_${randomUUID().replaceAll('-', '')}` : call.id;
        ids.add(callId);
        const text = call.pieces.join('');
        return { callId, tool: call.tool, arguments: text.trim() === '' ? '{}' : text };
      });
  }

  #find(piece: CallPiece, name: string): PartialCall | undefined {
    const known = piece.index === undefined ? this.#findWithoutIndex(piece, name) : this.#findByIndex(piece, name);
    return known !== undefined && isCallAfter(known, name, piece.function?.arguments ?? '') ? undefined : known;
  }

  #findByIndex(piece: CallPiece, name: string): PartialCall | undefined {
    const known = this.#calls.findLast((call) => call.index === piece.index);
    // A named piece with another id under a used index is another call: some servers number every call 0.
    const isAnother = name !== '' && isSet(piece.id) && isSet(known?.id) && piece.id !== known.id;
    return isAnother ? undefined : known;
  }

  #findWithoutIndex(piece: CallPiece, name: string): PartialCall | undefined {
    if (isSet(piece.id)) {
      const known = this.#calls.findLast((call) => call.id === piece.id);
      if (known !== undefined || name !== '') return known;
    }
    return name === '' ? this.#last : undefined;
  }

  #start(piece: CallPiece): PartialCall {
    if (this.#calls.length >= MAX_CALLS) throw new RangeError(`The reply has more than ${MAX_CALLS} tool calls`);
    const index = piece.index ?? Math.max(-1, ...this.#calls.map((call) => call.index)) + 1;
    const call = { index, id: '', tool: '', pieces: [], length: 0 };
    this.#calls.push(call);
    return call;
  }
}

/**
 * Whether a named piece begins another call than the one that its index or id stands for: that has its whole object already. The same
 * tool with an empty one is left as it is, since that may only have stood for arguments to come.
 */
function isCallAfter({ tool, pieces }: PartialCall, name: string, text: string): boolean {
  if (name === '' || !text.trimStart().startsWith('{')) return false;
  const given = objectIn(pieces.join(''));
  return given !== undefined && (tool !== name || Object.keys(given).length > 0);
}

function isSet(id: string | undefined): id is string {
  return id !== undefined && id !== '';
}
