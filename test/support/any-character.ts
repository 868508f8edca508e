import fc from 'fast-check';

const SURROGATES_START = 0xd800;
const SURROGATES = 0x800;

const codePointOf = (index: number) => (index < SURROGATES_START ? index : index + SURROGATES);

function indexOf(character: unknown): number {
  const codePoint = typeof character === 'string' ? character.codePointAt(0) : undefined;
  const isOne = codePoint !== undefined && String.fromCodePoint(codePoint) === character;
  if (!isOne || (codePoint >= SURROGATES_START && codePoint < SURROGATES_START + SURROGATES))
    throw new Error('no character');
  return codePoint < SURROGATES_START ? codePoint : codePoint - SURROGATES;
}

/**
 * A code point, as text; never half a surrogate pair. As the unit of `fc.string` it is what `unit: 'binary'` is, which takes
 * a second and 100 MB to make, since it first lists them all.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((index) => String.fromCodePoint(codePointOf(index)), indexOf);
