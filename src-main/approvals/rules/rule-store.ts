import { randomUUID } from 'node:crypto';
import { isSeq } from 'yaml';
import type { Rule, RuleScope } from '#contract';
import { AppError } from '#core/app-error';
import { LiveValue } from '#core/async/streams';
import type { FileReadResult } from '#core/files/text-file';
import { WatchedText } from '#core/files/watched-text';
import type { Logger } from '#core/logger';
import { openYaml, setInYaml, yamlOf } from '#core/parsing/edit-yaml';
import { MAX_YAML_BYTES, readYaml } from '#core/parsing/yaml-text';
import { indexOfRule, listPath, parseRulesFile, type RulePlace, type RulesFile } from './rules-file.ts';

const HEADER = ` The rules of Sigma Shell: what agents may do without asking, and what they may not do.
 docs/rules.md and Settings explain them. Rules of a workspace stand under its real path.`;

export type NewRule = Pick<Rule, 'verdict' | 'subject'> & {
  readonly note?: string | undefined;
  readonly id?: string | undefined;
};

interface StoreOptions {
  /** Absolute. */
  readonly file: string;
  readonly log: Logger;
  readonly now?: () => number;
}

type YamlDocument = ReturnType<typeof readYaml>['document'];

/** Callback that runs before the file is written. */
type BeforeWrite = (changed: readonly Rule[], after: RulesFile) => Promise<void>;

/** Owns the rules file: what is in it, its changes from outside, and ours, one after another. */
export class RuleStore implements AsyncDisposable {
  readonly state = new LiveValue<RulesFile>({ user: [], workspaces: new Map(), problems: [] });
  readonly #options: StoreOptions;
  readonly #file: WatchedText;
  /** Rules of the last text without errors: what it denied stays denied while the file is broken. */
  #good: RulesFile = this.state.value;

  constructor(options: StoreOptions) {
    this.#options = options;
    const { file: path, log } = options;
    this.#file = new WatchedText({ path, maxBytes: MAX_YAML_BYTES, log, onRead: (reading) => this.#take(reading) });
  }

  async open(): Promise<void> {
    await this.#file.open();
  }

  /** The rules that count now: while the file is broken, those that deny. */
  counting(workspace: string): Readonly<Record<RuleScope, readonly Rule[]>> {
    const { user, workspaces, problems } = this.state.value;
    const here = workspaces.get(workspace) ?? [];
    if (problems.length === 0) return { user, workspace: here };
    const denying = (rules: readonly Rule[], before: readonly Rule[]) => {
      const known = new Set(rules.map(({ id }) => id));
      return [...rules, ...before.filter(({ id }) => !known.has(id))].filter(({ verdict }) => verdict === 'deny');
    };
    return {
      user: denying(user, this.#good.user),
      workspace: denying(here, this.#good.workspaces.get(workspace) ?? []),
    };
  }

  /** @throws AppError CONFLICT while the file is broken, NOT_FOUND for an id that is not there, UNAVAILABLE */
  save(place: RulePlace, given: NewRule, before: BeforeWrite): Promise<Rule> {
    return this.#edit((document) => this.#put(document, place, given), before);
  }

  /** All of them or none. @throws AppError CONFLICT, NOT_FOUND, UNAVAILABLE */
  saveAll(place: RulePlace, given: readonly NewRule[], before: BeforeWrite): Promise<Rule[]> {
    return this.#edit((document) => given.map((one) => this.#put(document, place, one)), before);
  }

  /** @throws AppError CONFLICT, NOT_FOUND, UNAVAILABLE */
  remove(place: RulePlace, id: string, before: BeforeWrite): Promise<Rule> {
    return this.#edit((document) => {
      const rule = this.#listOf(place).find((one) => one.id === id);
      const index = this.#indexOf(document, place, id);
      document.deleteIn([...listPath(place), index]);
      if (rule === undefined) throw noSuchRule(id);
      return rule;
    }, before);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
  }

  #edit<T extends Rule | Rule[]>(change: (document: YamlDocument) => T, before: BeforeWrite): Promise<T> {
    return this.#file.inTurn(async () => {
      this.#refuseIfBroken();
      const original = this.#file.text;
      const { document } = readYaml(original);
      openYaml(document, HEADER);
      const changed = change(document);
      const text = yamlOf(document, original);
      const after = parseRulesFile({ state: 'text', text });
      const [problem] = after.problems;
      if (problem) throw new AppError('INVALID_INPUT', problem.message, { problems: [...after.problems] });
      await before([changed].flat(), after);
      this.#take(await this.#file.write(text));
      return changed;
    });
  }

  #put(document: YamlDocument, place: RulePlace, { id, verdict, subject, note }: NewRule): Rule {
    const at = (this.#options.now ?? Date.now)();
    const rule: Rule = { id: id ?? randomUUID().slice(0, 8), verdict, subject, ...(note && { note }), at };
    const list = listPath(place);
    if (id !== undefined) document.setIn([...list, this.#indexOf(document, place, id)], document.createNode(rule));
    else {
      if (!isSeq(document.getIn(list, true))) setInYaml(document, list, document.createNode([]));
      document.addIn(list, document.createNode(rule));
    }
    return rule;
  }

  #listOf({ scope, workspace }: RulePlace): readonly Rule[] {
    const { user, workspaces } = this.state.value;
    return scope === 'user' ? user : (workspaces.get(workspace) ?? []);
  }

  #indexOf(document: YamlDocument, place: RulePlace, id: string): number {
    const index = indexOfRule(document, place, this.#listOf(place), id);
    if (index < 0) throw noSuchRule(id);
    return index;
  }

  #take(reading: FileReadResult): void {
    const file = parseRulesFile(reading);
    if (file.problems.length === 0) this.#good = file;
    else this.#options.log.warn('rules.broken', { problems: file.problems.map(({ path, line }) => ({ path, line })) });
    this.state.set(file);
  }

  #refuseIfBroken(): void {
    const { problems } = this.state.value;
    if (problems.length === 0) return;
    throw new AppError('CONFLICT', 'The rules file is broken, so it is not overwritten', {
      where: this.#options.file,
      advice: 'Fix it in an editor; until then no rule that allows counts.',
      problems: [...problems],
    });
  }
}

function noSuchRule(id: string): AppError {
  return new AppError('NOT_FOUND', `There is no rule ${id}`, { advice: 'It may have been removed meanwhile' });
}
