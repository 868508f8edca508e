import { forEachChild, parse } from 'unbash';

export type {
  Assignment as TreeAssignment,
  CommandNode,
  HereDoc,
  ParsedScript,
  Pipeline as TreePipeline,
  Redirection as TreeRedirection,
  SyntaxNode,
  Word as TreeWord,
} from 'unbash';

/** The only place that knows the parser: its tree, and a walk over a node's children. It repairs what is broken and reports it. */
export { forEachChild as eachChild, parse as parseBash };
