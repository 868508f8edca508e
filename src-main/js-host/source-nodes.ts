import { Node, type TypeNode } from 'ts-morph';

/**
 * Source nodes of the parts of a type. The compiler's own types do not tell in which order a union was written; these
 * do.
 */

/** The type node itself, or the one that the alias it names stands for. */
function resolveAlias(source: TypeNode | undefined): TypeNode | undefined {
  let node = source;
  for (let step = 0; step < 20 && node; step++) {
    if (Node.isParenthesizedTypeNode(node)) node = node.getTypeNode();
    else if (Node.isTypeOperatorTypeNode(node)) node = node.getTypeNode();
    else {
      const body: TypeNode | undefined = aliasBody(node);
      if (!body) return node;
      node = body;
    }
  }
  return node;
}

function aliasBody(node: TypeNode): TypeNode | undefined {
  if (!Node.isTypeReference(node) || node.getTypeArguments().length > 0) return undefined;
  const symbol = node.getTypeName().getSymbol();
  const [declaration] = (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations() ?? [];
  return Node.isTypeAliasDeclaration(declaration) ? declaration.getTypeNode() : undefined;
}

const typeArguments = (node: TypeNode | undefined) => (Node.isTypeReference(node) ? node.getTypeArguments() : []);

export const firstArgument = (source: TypeNode | undefined) => typeArguments(resolveAlias(source))[0];

/** Source of an array's element type, or of a tuple's first. */
export function elementSource(source: TypeNode | undefined): TypeNode | undefined {
  const node = resolveAlias(source);
  if (Node.isArrayTypeNode(node)) return node.getElementTypeNode();
  if (!Node.isTupleTypeNode(node)) return typeArguments(node)[0];
  const [first] = node.getElements();
  return Node.isNamedTupleMember(first) ? first.getTypeNode() : first;
}

/** Source of the value type of `{ [key: string]: T }` or `Record<string, T>`. */
export function indexSource(source: TypeNode | undefined): TypeNode | undefined {
  const node = resolveAlias(source);
  if (Node.isTypeLiteral(node)) return node.getIndexSignatures()[0]?.getReturnTypeNode();
  return typeArguments(node)[1];
}
