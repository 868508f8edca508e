import type { Document } from 'yaml';
import type { z } from 'zod';
import { Settings, type SettingsProblem } from '#contract';
import { ONCE } from '#contract/zod';
import { readYaml, withoutNulls, type YamlText } from '#core/parsing/yaml-text';

export interface ParsedSettings {
  readonly document: Document;
  /** Settings; absent if there are problems. */
  readonly settings: Settings | undefined;
  readonly problems: readonly SettingsProblem[];
}

/** Reads a settings file's text, and says everything that is wrong in it, by path and line. */
export function parseSettings(text: string): ParsedSettings {
  const yaml = readYaml(text);
  const { document, problems } = yaml;
  if (problems.length > 0) return { document, settings: undefined, problems };
  const result = Settings.safeParse(withoutNulls(yaml.value), ONCE);
  if (result.success) return { document, settings: result.data, problems: [] };
  return {
    document,
    settings: undefined,
    problems: result.error.issues.flatMap((issue) => issueProblems(issue, yaml)),
  };
}

function issueProblems(issue: z.core.$ZodIssue, yaml: YamlText): SettingsProblem[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => settingsProblem([...path, key], 'There is no such setting', yaml));
  }
  return [settingsProblem(path, issue.message, yaml)];
}

function settingsProblem(path: readonly string[], message: string, { lineOf }: YamlText): SettingsProblem {
  return { path: path.join('.'), ...lineOf(path), message };
}
