import { ts } from 'ts-morph';

const NAME = 'file.ts';

/** Lines of a source text that spread a literal object: its properties could stand there themselves. */
export function spreadLiterals(text: string): number[] {
  const file = parse(text);
  const lines: number[] = [];
  visit(file, (node) => {
    if ((ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) && isLiteral(node.expression)) {
      lines.push(lineOf(file, node));
    }
  });
  return lines;
}

function isLiteral(expression: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression))
    return isLiteral(expression.expression);
  return ts.isObjectLiteralExpression(expression);
}

/** Uses of a function's own `const`, `let` or class that stand before its declaration, also within a closure. */
export function earlyUses(text: string): string[] {
  const file = parse(text);
  const checker = checkerOf(file);
  const found: string[] = [];
  visit(file, (node) => {
    if (!ts.isIdentifier(node)) return;
    const isShorthand = ts.isShorthandPropertyAssignment(node.parent);
    const symbol = isShorthand
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    const declaration = symbol?.valueDeclaration;
    if (!declaration || !isLocal(declaration) || node.pos >= declaration.pos || ts.isPartOfTypeNode(node)) return;
    found.push(`${lineOf(file, node)} ${node.text}`);
  });
  return found;
}

/** Whether a variable or class is declared within a function; a module's own may stand below what uses them. */
function isLocal(declaration: ts.Node): boolean {
  const isBlockScoped =
    ts.isVariableDeclaration(declaration) || ts.isBindingElement(declaration) || ts.isClassDeclaration(declaration);
  return isBlockScoped && ts.findAncestor(declaration.parent, ts.isFunctionLike) !== undefined;
}

const parse = (text: string) => ts.createSourceFile(NAME, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TSX);

/** Knows the names of this file alone, which is enough for its own variables. */
function checkerOf(file: ts.SourceFile): ts.TypeChecker {
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === NAME ? file : undefined),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => name === NAME,
    readFile: () => undefined,
  };
  return ts.createProgram([NAME], { noLib: true, noResolve: true, types: [] }, host).getTypeChecker();
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

const lineOf = (file: ts.SourceFile, node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
