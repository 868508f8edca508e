import Module from 'node:module';
import type { TrustedCode } from './trusted-code.ts';

/** Members of a CommonJS module that are used here; node documents them only in part. */
interface CommonJsModule {
  readonly filename?: string | null;
  exports: unknown;
  _compile(text: string, filename: string): unknown;
}
type Extension = (module: CommonJsModule, filename: string) => unknown;
interface CommonJsLoader {
  readonly _extensions: Record<string, Extension>;
  _resolveFilename(request: string, parent: CommonJsModule | undefined, ...rest: unknown[]): string;
}

/**
 * Makes `require` run exactly the bytes that were hashed, and note which module requires which. For a Node whose hooks
 * do not see `require`.
 */
export function checkRequires(code: TrustedCode): void {
  const loader = Module as unknown as CommonJsLoader;
  const { parse } = JSON;
  const resolveFilename = loader._resolveFilename;
  loader._resolveFilename = (request, parent, ...rest) => {
    const path = resolveFilename.call(loader, request, parent, ...rest);
    if (parent?.filename && code.isInside(parent.filename) && code.isInside(path)) {
      code.addImport(parent.filename, path);
    }
    return path;
  };
  const text = (path: string) =>
    code
      .read(path)
      .toString('utf8')
      .replace(/^\uFEFF/, '');
  const addon = loader._extensions['.node'];
  loader._extensions['.js'] = (module, path) => module._compile(text(path), path);
  loader._extensions['.json'] = (module, path) => {
    module.exports = parse(text(path));
  };
  loader._extensions['.node'] = (module, path) => {
    code.read(path);
    return addon?.(module, path);
  };
  loader._extensions['.cts'] = (module, path) => module._compile(code.readCompiled(path), path);
  for (const ending of ['.mjs', '.ts', '.mts']) {
    loader._extensions[ending] = (_module, path) => {
      code.read(path);
      throw new Error(`${code.nameOf(path)} is an ES module: import it in place of requiring it`);
    };
  }
}
