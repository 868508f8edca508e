import { ModuleKind, ModuleResolutionKind, Project, ScriptTarget } from 'ts-morph';
import type { JsFunction } from '#core/threads/js-messages';
import { describeFunctions } from './functions.ts';

/** Error to report to the person; anything else that is thrown is a bug. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
}

/**
 * Reads the types of a package and makes a tool of each exported function; nothing of the package is run.
 *
 * @throws DescriptionError when there is no such function, or one that cannot be described: all reasons at once.
 */
export function describePackage(types: string): { functions: readonly JsFunction[]; files: readonly string[] } {
  // The package's own tsconfig.json says how its sources are compiled, not how its declarations are read.
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    compilerOptions: {
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      target: ScriptTarget.ESNext,
      module: ModuleKind.ESNext,
      moduleResolution: ModuleResolutionKind.Bundler,
    },
  });
  const module = project.addSourceFileAtPath(types);
  project.resolveSourceFileDependencies();
  const { functions, problems } = describeFunctions(module);
  if (problems.length > 0) {
    throw new DescriptionError(`Of ${types}, these functions cannot become tools:\n${problems.join('\n')}`);
  }
  if (functions.length === 0) throw new DescriptionError(`${types} exports no function`);
  return { functions, files: project.getSourceFiles().map((file) => file.getFilePath()) };
}
