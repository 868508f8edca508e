import { hiddenInExpansion, hiddenInWord, hiddenText } from './hidden-text.ts';
import type { Assignment, EnclosingConstruct, Redirection, SimpleCommand, Word } from './model.ts';
import { doubtNode, EXPANSION_CODES, mayRun } from './node-doubts.ts';
import { type CommandNode, eachChild, type ParsedScript, parseBash, type SyntaxNode } from './parse-bash.ts';
import { assignmentOf, isAssignment, isWord, redirectionOf, sourceText, wordOf } from './read-words.ts';
import { failBeyond, firstWords, inside, type NodeScope, ofStatement, spanIn, type WalkFindings } from './scope.ts';

type SimpleCommandNode = Extract<CommandNode, { type: 'Command' }>;
type RedirectedNode = Extract<CommandNode, { type: 'Redirected' }>;
type NodeOf<Type extends string> = Extract<SyntaxNode, { type: Type }>;

/** Callback for each simple command that is found; it may walk on into what the command runs. */
export type OnSimpleCommand = (part: SimpleCommand, index: number, scope: NodeScope) => void;

const COMPOUND: Readonly<Record<string, EnclosingConstruct>> = {
  Subshell: 'subshell',
  BraceGroup: 'group',
  For: 'loop',
  Select: 'loop',
  While: 'loop',
  ArithmeticFor: 'loop',
  If: 'condition',
  Case: 'case',
  Function: 'function',
};

/** Finds every simple command below a node, wherever it is nested, in source order. */
export class Walk {
  readonly found: WalkFindings;
  readonly #onPart: OnSimpleCommand;

  constructor(found: WalkFindings, onPart: OnSimpleCommand) {
    this.found = found;
    this.#onPart = onPart;
  }

  /** Text that a shell is given to run, standing at `scope`. */
  text(text: string, scope: NodeScope): void {
    this.found.enter(text);
    this.script(parseBash(text), scope);
  }

  script(script: ParsedScript, scope: NodeScope): void {
    const { found } = this;
    found.nodeTypes.add(script.type);
    for (const error of script.errors ?? []) {
      found.errors.push(error.message);
      found.doubt(spanIn(scope, { pos: error.pos, end: error.pos }), 'incomplete');
    }
    const isTop = scope.level === 0;
    for (const [index, statement] of script.commands.entries()) {
      this.visit(statement, isTop ? ofStatement(index, scope) : scope);
    }
  }

  visit(node: SyntaxNode, scope: NodeScope): void {
    this.found.look(node.end - node.pos);
    this.found.nodeTypes.add(node.type);
    doubtNode(node, scope, this.found);
    this.#hidden(hiddenText(node, scope), node, scope);
    if (node.type === 'For' && scope.fixed === undefined) this.#loop(node, scope);
    const place = COMPOUND[node.type];
    if (place === undefined) this.#node(node, scope);
    else this.#children(node, inside(scope, place));
  }

  #node(node: SyntaxNode, scope: NodeScope): void {
    switch (node.type) {
      case 'Script':
        this.script(node, scope);
        break;
      case 'Statement':
        this.visit(node.command, node.background ? inside(scope, 'background') : scope);
        break;
      case 'AndOr':
        this.#children(node, inside(scope, 'and-or'));
        break;
      case 'Pipeline':
        this.#pipeline(node, scope);
        break;
      case 'Command':
        this.#simple(node, scope);
        break;
      case 'Redirected':
        this.#redirected(node, scope);
        break;
      case 'Coproc':
        this.#children(node, inside(scope, 'background', 'subshell'));
        break;
      case 'CommandExpansion':
      case 'ArithmeticCommandExpansion':
      case 'ProcessSubstitution':
        this.#substitution(node, scope);
        break;
      case 'HereDocBody':
      case 'DoubleQuoted':
        eachChild(node, (child) => {
          // Within a substitution of its own quotes mean what they always do: both readings count.
          this.visit(child, scope);
          this.#hidden(hiddenInExpansion(child, node.type, scope), child, scope);
        });
        break;
      case 'Word':
        this.#loneWord(node, scope);
        break;
      default:
        this.#children(node, scope);
    }
  }

  /** One without a list goes through the arguments of a script. */
  #loop({ name, wordlist, body, ...node }: NodeOf<'For'>, scope: NodeScope): void {
    if (wordlist === undefined) return;
    const words = firstWords(wordlist).map((word) => wordOf(scope, word));
    const variable = sourceText(scope, name);
    this.found.loops.push({ variable, words, span: spanIn(scope, node), body: spanIn(scope, body) });
    failBeyond(wordlist);
  }

  #children(node: SyntaxNode, scope: NodeScope): void {
    eachChild(node, (child) => this.visit(child, scope));
  }

  #pipeline(node: NodeOf<'Pipeline'>, scope: NodeScope): void {
    const places: EnclosingConstruct[] = node.prefixes.some(({ type }) => type === 'Negation') ? ['negation'] : [];
    if (node.commands.length > 1) places.push('pipeline');
    const within = places.length > 0 ? inside(scope, ...places) : scope;
    const pipelineFrom = this.found.parts.length;
    eachChild(node, (child) => {
      const isFed = child.type !== 'Negation' && child.type !== 'Time' && child !== node.commands[0];
      this.visit(child, isFed ? { ...within, isFed, pipelineFrom } : within);
    });
  }

  #substitution(
    node: NodeOf<'CommandExpansion'> | NodeOf<'ArithmeticCommandExpansion'> | NodeOf<'ProcessSubstitution'>,
    scope: NodeScope,
  ): void {
    const span = spanIn(scope, node);
    const { script } = node;
    const isProcess = node.type === 'ProcessSubstitution';
    this.found.doubt(span, isProcess ? 'process-substitution' : 'command-substitution');
    if (script === undefined) {
      this.found.doubt(span, 'unreadable-substitution');
      return;
    }
    const within = inside(scope, isProcess ? 'process-substitution' : 'substitution');
    // Escapes inside backticks: the text that runs is not the text that stands there.
    const { source } = script;
    this.script(script, source === undefined ? within : { ...within, source, fixed: span });
  }

  /** Walks a text in which quotes do not keep programs from running, as if it stood in double quotes. */
  #hidden(text: string | undefined, node: SyntaxNode, scope: NodeScope): void {
    if (text === undefined) return;
    const within = { ...inside(scope, 'substitution'), source: `"${text}"`, fixed: spanIn(scope, node) };
    for (const { command } of parseBash(within.source).commands) this.#children(command, within);
  }

  /** A word that is no argument: of a loop, a case, a test, a subscript, the operand of an expansion. */
  #loneWord(node: NodeOf<'Word'>, scope: NodeScope): void {
    this.#doubtWord(wordOf(scope, node));
    this.#pieces(node, scope);
  }

  /** Walks the pieces of a word; of one that the parser did not take apart, such as `x=($(a))b`, what our own reading finds. */
  #pieces(node: NodeOf<'Word'>, scope: NodeScope): void {
    if (node.parts) this.#children(node, scope);
    if (node.parts || !mayRun(wordOf(scope, node))) return;
    this.found.doubt(spanIn(scope, node), 'unreadable-substitution');
    this.#hidden(sourceText(scope, node), node, scope);
  }

  #doubtWord(word: Word): void {
    if (word.expansions.size === 0) return;
    for (const expansion of word.expansions) {
      const code = EXPANSION_CODES[expansion];
      if (code !== undefined) this.found.doubt(word.span, code);
    }
  }

  #redirected(node: RedirectedNode, scope: NodeScope): void {
    const first = node.redirects[0];
    if (first !== undefined) {
      const pos = first.pos;
      this.#add(
        { pos, end: node.end },
        {
          assignments: [],
          words: [],
          redirections: firstWords(node.redirects).map((one) => redirectionOf(scope, one)),
        },
        scope,
      );
      failBeyond(node.redirects);
    }
    this.#children(node, scope);
  }

  #simple(node: SimpleCommandNode, scope: NodeScope): void {
    const assignments: Assignment[] = [];
    const redirections: Redirection[] = [];
    const words: Word[] = node.name ? [wordOf(scope, node.name)] : [];
    for (const child of firstWords(node.prefix)) {
      if (isAssignment(child)) assignments.push(assignmentOf(scope, child));
      else redirections.push(redirectionOf(scope, child));
    }
    for (const child of firstWords(node.suffix)) {
      if (isWord(child) || isAssignment(child)) words.push(wordOf(scope, child));
      else redirections.push(redirectionOf(scope, child));
    }
    for (const word of words) this.#doubtWord(word);
    this.#add(node, { assignments, words, redirections }, scope);
    for (const { literal } of words) this.#hidden(hiddenInWord(words[0]?.literal, literal), node, scope);
    failBeyond(node.prefix, node.suffix);
    eachChild(node, (child) => (isWord(child) ? this.#insideWord(child, scope) : this.visit(child, scope)));
  }

  /** Walks the inside of a word that has already been read. */
  #insideWord(node: NodeOf<'Word'>, scope: NodeScope): void {
    this.found.look(node.end - node.pos);
    this.found.nodeTypes.add(node.type);
    this.#pieces(node, scope);
  }

  #add(
    node: { readonly pos: number; readonly end: number },
    said: Pick<SimpleCommand, 'assignments' | 'words' | 'redirections'>,
    scope: NodeScope,
  ): void {
    this.add(
      {
        span: spanIn(scope, node),
        text: sourceText(scope, node),
        assignments: said.assignments,
        words: said.words,
        redirections: said.redirections,
        program: said.words[0]?.literal,
        places: scope.places,
        wrappers: scope.wrappers,
        statement: scope.statement,
      },
      scope,
    );
  }

  add(part: SimpleCommand, scope: NodeScope): void {
    this.#onPart(part, this.found.add(part), scope);
  }
}
