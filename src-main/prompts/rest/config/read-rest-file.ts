import { AppError } from '#core/app-error';
import { readTextFile } from '#core/files/text-file';
import { MAX_YAML_BYTES, readYaml, withoutNulls, type YamlText } from '#core/parsing/yaml-text';
import { RestFile } from './rest-file.ts';

/** Reads a configuration file that was named. @throws AppError INVALID_INPUT with every problem by its key */
export async function readRestFile(path: string): Promise<RestFile> {
  const reading = await readTextFile(path, MAX_YAML_BYTES);
  if (reading.state === 'missing') return RestFile.parse({});
  if (reading.state === 'unreadable') throw unusableFile(path, [{ path: '', message: reading.message }]);
  return parseRestFile(reading.text, path);
}

interface RestFileProblem {
  readonly path: string;
  readonly line?: number;
  readonly message: string;
}

/** @throws AppError INVALID_INPUT with every problem by its key */
export function parseRestFile(text: string, path: string): RestFile {
  const yaml = readYaml(text);
  if (yaml.problems.length > 0) throw unusableFile(path, yaml.problems);
  const parsed = RestFile.safeParse(withoutNulls(yaml.value));
  if (parsed.success) return parsed.data;
  throw unusableFile(
    path,
    parsed.error.issues.map((issue) => fileProblem(issue.path.map(String), issue.message, yaml)),
  );
}

function fileProblem(path: readonly string[], message: string, { lineOf }: YamlText): RestFileProblem {
  return { path: path.join('.'), ...lineOf(path), message };
}

function unusableFile(path: string, problems: readonly RestFileProblem[]): AppError {
  const { path: key = '', message = '' } = problems[0] ?? {};
  const first = key === '' ? message : `${key}: ${message}`;
  return new AppError('INVALID_INPUT', `The configuration cannot be used: ${first}`, {
    where: path,
    problems: [...problems],
  });
}
