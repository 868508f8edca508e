import { resolve } from 'node:path';
import type { AgentWorkspace, Api, WorkspaceTemplate } from '#contract';
import { messageOf } from '#core/app-error';
import { printableText } from './printable-text.ts';
import { workspaceReviewText } from './review-text.ts';
import type { ServingHost } from './service-command.ts';

interface Output {
  write(text: string): unknown;
}

export interface WorkspaceCommand {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Words after `workspace`. */
  readonly words: readonly string[];
  /** Base of relative folders; absolute. */
  readonly cwd: string;
  /** The real path of a folder. Throws if there is none. */
  readonly realPath: (folder: string) => Promise<string>;
  /** Asks for confirmation; absent without a person at a terminal. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** @throws what makes the start impossible; its message is told */
  readonly open: () => Promise<ServingHost>;
}

const TEMPLATES: readonly WorkspaceTemplate[] = ['assistant', 'coder', 'bash-only', 'empty'];

export const WORKSPACE_HELP = `Usage:
  sigma workspace create <folder> [--template ${TEMPLATES.join('|')}]
  sigma workspace open <folder>
  sigma workspace review <folder>          prints what it would run; runs nothing
  sigma workspace trust <folder> [--network] [--yes]
  sigma workspace restrict <folder>        takes trust back; what runs is ended
  sigma workspace close|forget <folder>
  sigma workspace list [--json]

An agent workspace is a folder of tools, skills, schedules and a system prompt. Nothing of it runs until you trust it.`;

type WorkspaceAction = (api: Api) => Promise<number>;

/** `sigma workspace …`: the exit code; 1 when it failed or was refused, 2 when the words are wrong. */
export async function workspaceCommand(command: WorkspaceCommand): Promise<number> {
  const { stderr, words, open } = command;
  let act: WorkspaceAction;
  try {
    act = workspaceAction(words, command);
  } catch (error) {
    stderr.write(`${messageOf(error)}.\n\n${WORKSPACE_HELP}\n`);
    return 2;
  }
  try {
    await using host = await open();
    return await act(host.api);
  } catch (error) {
    stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
}

/** @throws Error that says what is wrong with the words, a sentence without its end */
function workspaceAction(words: readonly string[], command: WorkspaceCommand): WorkspaceAction {
  const { verb, folder, flags, template } = readWorkspaceWords(words);
  const { stdout, cwd, realPath } = command;
  if (verb === 'list') return async (api) => listWorkspaces(api, flags.has('json'), stdout);
  if (folder === undefined)
    throw new Error(`${verb || 'sigma workspace'} needs ${verb ? 'a folder' : 'something to do'}`);
  const wanted = resolve(cwd, folder);
  const at = (work: (api: Api, path: string) => Promise<string>): WorkspaceAction => {
    return async (api) => {
      stdout.write(await work(api, await realPath(wanted)));
      return 0;
    };
  };
  switch (verb) {
    case 'create':
      return async (api) => {
        const { path } = await api.workspaces.create({ path: wanted, template });
        stdout.write(`Created ${path}. Read what it would run: sigma workspace review ${folder}\n`);
        return 0;
      };
    case 'open':
      return at(async (api, path) => `${workspaceLine(await api.workspaces.open({ path }))}\n`);
    case 'review':
      return at(async (api, path) => workspaceReviewText(await api.workspaces.review({ path })));
    case 'restrict':
      return at(async (api, path) => api.workspaces.restrict({ path }).then(() => `${path} is restricted\n`));
    case 'close':
      return at(async (api, path) => api.workspaces.close({ path }).then(() => `${path} is closed\n`));
    case 'forget':
      return at(async (api, path) =>
        api.workspaces.forget({ path }).then(() => `${path} is forgotten; its files stay\n`),
      );
    case 'trust':
      return async (api) => trust(api, await realPath(wanted), { command, flags });
    default:
      throw new Error(`sigma workspace ${verb} is not understood`);
  }
}

function readWorkspaceWords([verb = '', ...rest]: readonly string[]) {
  const flags = new Set<string>();
  const folders: string[] = [];
  let template: WorkspaceTemplate = 'assistant';
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? '';
    const named = /^--?template(?:=([\s\S]*))?$/.exec(word);
    const flag = /^--?(network|yes|json)$/.exec(word)?.[1];
    if (named) template = workspaceTemplate(named[1] ?? rest[++at]);
    else if (flag !== undefined) flags.add(flag);
    else if (word.startsWith('-')) throw new Error(`${word} is not understood`);
    else folders.push(word);
  }
  if (folders.length > 1) throw new Error(`One folder at a time: ${folders.slice(1).join(' ')} is too much`);
  return { verb, folder: folders[0], flags, template };
}

function workspaceTemplate(word: string | undefined): WorkspaceTemplate {
  const found = TEMPLATES.find((one) => one === word);
  if (found) return found;
  throw new Error(`There is no template ${word ?? ''}`.trimEnd());
}

async function listWorkspaces(api: Api, isJson: boolean, stdout: Output): Promise<number> {
  for await (const all of await api.workspaces.changed()) {
    if (isJson) stdout.write(`${JSON.stringify(all, undefined, 2)}\n`);
    else stdout.write(all.length === 0 ? 'No agent workspace is known\n' : `${all.map(workspaceLine).join('\n')}\n`);
    break;
  }
  return 0;
}

function workspaceLine({ path, state, isOpen, tools, skills, problems }: AgentWorkspace): string {
  const wrong = problems === 0 ? '' : `, ${problems} problems`;
  return `${printableText(path)}: ${isOpen ? state : 'closed'}, ${tools} tools, ${skills} skills${wrong}`;
}

interface TrustArguments {
  readonly command: WorkspaceCommand;
  readonly flags: ReadonlySet<string>;
}

/** Shows what would run, asks, and trusts exactly that. */
async function trust(api: Api, path: string, { command, flags }: TrustArguments): Promise<number> {
  const { stdout, stderr, ask } = command;
  await api.workspaces.open({ path });
  const review = await api.workspaces.review({ path });
  stdout.write(workspaceReviewText(review));
  if (!flags.has('yes')) {
    if (!ask) {
      stderr.write('Nobody is at a terminal to be asked, so nothing was trusted. Read the review, then add --yes\n');
      return 1;
    }
    const network = flags.has('network') ? ' with the network' : '';
    if (!(await ask(`Trust this folder${network}? [y/N] `))) {
      stderr.write('Nothing was trusted\n');
      return 1;
    }
  }
  await api.workspaces.trust({ path, hash: review.hash, network: flags.has('network') });
  stdout.write(`${path} is trusted ${flags.has('network') ? 'with' : 'without'} the network\n`);
  return 0;
}
