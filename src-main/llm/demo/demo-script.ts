import { codeFence } from '#contract/code-fence';
import { friendlierEdits, isFriendlyAlready } from './demo-edits.ts';
import { callOutcome, type DemoScene, denialReason, outputIn } from './demo-scene.ts';

export const DEMO_MODEL = 'Demo (scripted)';

/** Next text of the demo, and the tool it then calls. */
export interface DemoLine {
  readonly text: string;
  readonly call?: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };
}

interface DemoStep {
  readonly when: (scene: DemoScene) => boolean;
  readonly play: (scene: DemoScene) => DemoLine;
}

const FILE = 'greet.sh';
const RUN = { tool: 'execute_command', arguments: { command_line: `bash ${FILE} Ada` } };
const LIST = { tool: 'execute_command', arguments: { command_line: 'ls -la' } };

/** Steps of the demo, of which the first that fits is taken. */
export const DEMO_SCRIPT: readonly DemoStep[] = [
  { when: (scene) => hasReached(scene) && asksForGreeting(scene.asked), play: announceLine },
  { when: (scene) => hasReached(scene) && /\b(list|ls)\b|what files|which files/i.test(scene.asked), play: offerList },
  { when: (scene) => hasReached(scene), play: introduce },
  { when: (scene) => callOutcome(scene.last?.result ?? '') === 'refused', play: stopLine },
  { when: (scene) => hasReached(scene, 'read_file'), play: propose },
  { when: (scene) => hasReached(scene, 'edit_file'), play: reportChange },
  { when: (scene) => hasReached(scene, 'execute_command', LIST.arguments.command_line), play: showList },
  { when: (scene) => hasReached(scene, 'execute_command'), play: reportRun },
];

/** Whether the last step was the question, or a call of `tool` whose arguments contain `text`. */
function hasReached({ last }: DemoScene, tool?: string, text = ''): boolean {
  return last?.tool === tool && (last === undefined || last.arguments.includes(text));
}

function asksForGreeting(asked: string): boolean {
  return /greet/i.test(asked) && /friendl|warm|nice|kind|chang|improve|better/i.test(asked);
}

function announceLine(): DemoLine {
  const text = `I will read \`${FILE}\` first, then propose a friendlier greeting as a change that you can accept in part.`;
  return { text, call: { tool: 'read_file', arguments: { path: FILE } } };
}

function offerList(): DemoLine {
  return {
    text: 'I list the folder: a command that only reads, so it need not ask where the box works.',
    call: LIST,
  };
}

function introduce(): DemoLine {
  return {
    text: `I am the demo model: a script inside Sigma Shell, not an AI. I understand one request, and play it with the real tools on your real files:

- **Make the greeting friendlier** — I read \`${FILE}\`, propose a change, and run the script once you agree.

For anything else, connect a real model: open **Settings**, choose a server (one on this computer, or a base URL with a key), and use **Test connection**.`,
  };
}

function stopLine({ last }: DemoScene): DemoLine {
  const reason = denialReason(last?.result ?? '');
  const why = reason === undefined ? '' : ` Your reason, “${reason}”, is on the record.`;
  return {
    text: `You refused that, so I did not do it.${why} Being a script, I have no other way to offer, so I stop here. Ask me again whenever you like.`,
  };
}

function propose({ last }: DemoScene): DemoLine {
  const content = last?.result ?? '';
  const edits = friendlierEdits(content);
  if (edits.length > 0) {
    const count = edits.length === 1 ? 'one place' : `${edits.length} places`;
    const text = `I found ${count} in \`${FILE}\` to make friendlier. Look at the change: you can accept or reject each part, and edit it.`;
    return { text, call: { tool: 'edit_file', arguments: { path: FILE, edits } } };
  }
  if (isFriendlyAlready(content)) {
    const text = `\`${FILE}\` is friendly already, so there is nothing to change. I would like to run it, so that you see what it says.`;
    return { text, call: RUN };
  }
  const looksRead = content.includes('\n');
  const problem = looksRead
    ? `I have read \`${FILE}\`, but the lines my script knows are not in it, so I have nothing to propose.`
    : `I could not read \`${FILE}\`: ${content}`;
  return { text: `${problem}\n\nI list the folder, so that we see what is there.`, call: LIST };
}

function reportChange({ last }: DemoScene): DemoLine {
  const result = last?.result ?? '';
  if (!/^(OK(\n|$)|Changed |Created )/.test(result)) {
    return { text: `The change could not be made. This is what I was told:\n\n${shellQuoted(result)}\n\nI stop here.` };
  }
  const text =
    callOutcome(result) === 'partly'
      ? `You took a part of it, and I was told exactly which:\n\n${shellQuoted(result)}\n\nNow I would like to run the script as it is.`
      : 'All of the change is written. Now I would like to run the script, to see what it says.';
  return { text, call: RUN };
}

function reportRun({ last }: DemoScene): DemoLine {
  const result = last?.result ?? '';
  const exitCode = /^Exit code: (\d+)/.exec(result)?.[1];
  const output = outputIn(result);
  const said =
    output === undefined
      ? `This is what came of it:\n\n${shellQuoted(result)}`
      : `The script ${exitCode === undefined ? 'printed' : `ended with exit code ${exitCode} and printed`}:\n\n${codeBlock(output)}`;
  return {
    text: `${said}\n\nThat was the tour. Every step of it — what I read, what you decided, what ran — is in **Activity**, and **Undo** in **Changes** puts the file back as it was.`,
  };
}

function showList({ last }: DemoScene): DemoLine {
  const output = outputIn(last?.result ?? '') ?? last?.result ?? '';
  return {
    text: `This is what is in the folder:\n\n${codeBlock(output)}\n\nMy script needs the \`${FILE}\` of the sample workspace: open that workspace and ask me to make the greeting friendlier, or connect a real model in **Settings**.`,
  };
}

function shellQuoted(text: string): string {
  return shortenResult(text)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

function codeBlock(text: string): string {
  const fence = codeFence(text);
  return `${fence}\n${shortenResult(text)}\n${fence}`;
}

function shortenResult(text: string): string {
  const lines = text.split('\n');
  return lines.length <= 40 ? text : [...lines.slice(0, 40), `… and ${lines.length - 40} more lines`].join('\n');
}
