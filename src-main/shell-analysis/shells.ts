import { EffectRecorder } from './effect-recorder.ts';
import type { ProgramDeclaration } from './programs/declaration.ts';
import { argumentSyntaxOf, optionsOf } from './programs/index.ts';
import { addOptionEffect } from './programs/operand-effects.ts';
import { readWords } from './programs/parsed-arguments.ts';
import { runText, type WrapperCommand } from './run-wrapped.ts';
import type { Walk } from './walk.ts';

export function unfoldShell(walk: Walk, found: WrapperCommand, known: ProgramDeclaration): void {
  const { name, part } = found;
  const read = readWords(part.words.slice(1), optionsOf(known), argumentSyntaxOf(known));
  const sink = new EffectRecorder(walk, found);
  for (const { word } of read.unknown) sink.doubt('unknown-option', word);
  for (const given of read.given) addOptionEffect(sink, given);
  // zsh and others read some of bash's text in their own way, and files of theirs first.
  if (name !== 'bash' && name !== 'sh' && name !== 'dash') sink.doubt({ code: 'other-shell', name });
  const [first] = read.operands;
  if (read.given.some(({ name: option }) => option === '-c')) {
    if (first !== undefined) runText(walk, found, first, first.literal);
    return;
  }
  sink.effect('run', first?.literal, first);
  sink.doubt(first === undefined ? 'runs-input' : 'runs-file', first);
  if (first === undefined) runInput(walk, found);
}

/** Text that stands in a here-document is looked into all the same: what must never run is found there. */
function runInput(walk: Walk, found: WrapperCommand): void {
  for (const { here, target, span } of found.part.redirections) {
    const word = target ?? { span, text: '', literal: undefined, expansions: new Set<never>(), isQuoted: false };
    if (here?.isLiteral) runText(walk, found, word, here.text);
  }
}
