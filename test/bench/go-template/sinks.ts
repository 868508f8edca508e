/** Ways of collecting the pieces of an output; what is kept, between two outputs, is the pool. */
export interface Sink {
  readonly name: string;
  /** The text of all the pieces, as one flat string. */
  collect(pieces: readonly string[]): string;
}

/** One string that grows: the runtime notes the pieces and copies them once, when the text is read. */
export const growingString: Sink = {
  name: 'one growing string',
  collect(pieces) {
    let text = '';
    for (const piece of pieces) text += piece;
    return flat(text);
  },
};

function pooledList(): Sink {
  const pooled: string[] = [];
  return {
    name: 'a pooled list of pieces, joined',
    collect(pieces) {
      let count = 0;
      for (const piece of pieces) {
        pooled[count] = piece;
        count += 1;
      }
      pooled.length = count;
      return pooled.join('');
    },
  };
}

function pooledBuffer(): Sink {
  let pooled = Buffer.allocUnsafe(64 * 1024);
  return {
    name: 'a pooled buffer of bytes, decoded',
    collect(pieces) {
      let end = 0;
      for (const piece of pieces) {
        // A unit of UTF-16 takes three bytes at most.
        while (end + piece.length * 3 > pooled.length) pooled = Buffer.concat([pooled], pooled.length * 2);
        end += pooled.write(piece, end);
      }
      return pooled.toString('utf8', 0, end);
    },
  };
}

export function pooledSinks(): readonly Sink[] {
  return [pooledList(), pooledBuffer()];
}

/** Asking for one unit of a text makes the runtime copy its pieces together. */
export function flat(text: string): string {
  text.charCodeAt(text.length - 1);
  return text;
}
