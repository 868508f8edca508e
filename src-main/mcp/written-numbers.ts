import { randomUUID } from 'node:crypto';
import { withDigitsAsText } from '#tools';

/** Mark before the digits of a number that JavaScript would round; nobody else can write it. */
const MARK = `${randomUUID()} `;
const MARKED = new RegExp(`"${MARK}([^"]+)"`, 'g');

/** Parses the arguments of a call; numbers that would lose digits are marked texts, until they are sent. @throws SyntaxError */
export const parseWritten = (text: string): unknown => JSON.parse(withDigitsAsText(text, MARK));

/** A message as JSON, its numbers with all the digits that they were written with. */
export const withWrittenNumbers = (json: string): string =>
  json.includes(MARK) ? json.replaceAll(MARKED, '$1') : json;
