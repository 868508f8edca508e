import { resolve } from 'node:path';
import { type CallExpression, type Expression, Node, type ObjectLiteralExpression, Project } from 'ts-morph';

/** Comments of a schema's fields, in the shape of the schema: those of its variants where it is a union. */
export interface Comments {
  readonly fields: ReadonlyMap<string, { readonly text: string; readonly comments: Comments }>;
  readonly variants: readonly { readonly text: string; readonly comments: Comments }[];
}

const NONE: Comments = { fields: new Map(), variants: [] };
const ROOT = resolve(import.meta.dirname, '..');
const SOURCES = [
  'src-main/contract/**/*.ts',
  'src-main/providers/program/protocol.ts',
  'src-main/shell-adapter/server/payloads.ts',
];

/** Reads the comments that stand at the fields of zod schemas, where the schemas themselves do not carry them. */
export class SchemaComments {
  readonly #constants = new Map<string, Expression>();

  constructor() {
    const project = new Project({ skipAddingFilesFromTsConfig: true, skipFileDependencyResolution: true });
    project.addSourceFilesAtPaths(SOURCES.map((path) => resolve(ROOT, path)));
    for (const file of project.getSourceFiles()) {
      for (const declaration of file.getVariableDeclarations()) {
        const initializer = declaration.getInitializer();
        if (initializer) this.#constants.set(declaration.getName(), initializer);
      }
    }
  }

  /** Comments of the schema, or of the object of schemas, that this constant is. */
  of(constant: string): Comments {
    const expression = this.#constants.get(constant);
    if (!expression) throw new Error(`No source of the protocols declares ${constant}`);
    return this.#read(expression);
  }

  #read(expression: Expression): Comments {
    if (Node.isIdentifier(expression)) {
      const known = this.#constants.get(expression.getText());
      return known ? this.#read(known) : NONE;
    }
    if (Node.isAsExpression(expression) || Node.isSatisfiesExpression(expression))
      return this.#read(expression.getExpression());
    if (Node.isObjectLiteralExpression(expression)) return this.#object(expression);
    return Node.isCallExpression(expression) ? this.#call(expression) : NONE;
  }

  #call(call: CallExpression): Comments {
    const callee = call.getExpression();
    if (!Node.isPropertyAccessExpression(callee)) return NONE;
    const inner = callee.getExpression();
    const schemas = call.getArguments().filter((argument) => Node.isExpression(argument));
    const [first, second] = schemas;
    if (inner.getText() !== 'z') {
      const before = this.#read(inner);
      if (callee.getName() !== 'extend' || !first) return before;
      return { ...before, fields: new Map([...before.fields, ...this.#read(first).fields]) };
    }
    const name = callee.getName();
    if (/union/i.test(name)) return this.#union(schemas.find((argument) => Node.isArrayLiteralExpression(argument)));
    const shape = name === 'record' ? second : first;
    return shape ? this.#read(shape) : NONE;
  }

  #object(literal: ObjectLiteralExpression): Comments {
    const fields: [string, { text: string; comments: Comments }][] = [];
    for (const property of literal.getProperties()) {
      if (Node.isSpreadAssignment(property)) fields.push(...this.#read(property.getExpression()).fields);
      if (Node.isShorthandPropertyAssignment(property)) {
        const comments = this.#read(property.getNameNode());
        fields.push([property.getName(), { text: commentBefore(property), comments }]);
      }
      if (!Node.isPropertyAssignment(property)) continue;
      const name = property.getName().replaceAll(/^['"]|['"]$/g, '');
      fields.push([name, { text: commentBefore(property), comments: this.#read(property.getInitializerOrThrow()) }]);
    }
    return { fields: new Map(fields), variants: [] };
  }

  #union(list: Node | undefined): Comments {
    if (!Node.isArrayLiteralExpression(list)) return NONE;
    const variants = list.getElements().map((element) => ({
      text: commentBefore(element),
      comments: this.#read(element),
    }));
    return { fields: new Map(), variants };
  }
}

/** The doc comment right before a node, on one line. */
function commentBefore(node: Node): string {
  const texts = node.getLeadingCommentRanges().map((range) => range.getText());
  const text = texts.findLast((comment) => comment.startsWith('/**')) ?? '';
  return text
    .replaceAll(/^\/\*\*|\*\/$/g, '')
    .replaceAll(/^\s*\*/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export const NO_COMMENTS = NONE;
