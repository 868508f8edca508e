import { analyse, type Part } from '#shell-analysis';

/** Words behind a program's name, as written where they are not literal. */
type Words = readonly string[];
type Endless = (words: Words) => boolean;

const always: Endless = () => true;

/** Whether a short option is among the words, by itself or with others, or one of the long ones. */
const hasOption =
  (letters: string, ...long: readonly string[]): Endless =>
  (words) =>
    words.some((word) => {
      if (word.startsWith('--')) return long.includes(word.split('=', 1)[0] ?? '');
      return word.startsWith('-') && [...letters].some((letter) => word.includes(letter));
    });

const unless =
  (test: Endless): Endless =>
  (words) =>
    !test(words);

/** A first word that is no option. */
const command = (words: Words): string => words.find((word) => !word.startsWith('-')) ?? '';

/** Scripts and targets that serve or watch, by custom. */
const SERVING = /^(?:dev|start|serve|watch|preview|storybook)(?:$|[:\-.])|[:\-.](?:dev|watch|serve)$/;
const servingScript: Endless = (words) => words.some((word) => SERVING.test(word));
/** A program behind `run` or `exec`, or the first word. */
const running: Endless = (words) => {
  const at = words.findIndex((word) => ['run', 'exec'].includes(word)) + 1;
  const [program = '', ...rest] = words.slice(at).filter((word, index) => index > 0 || !word.startsWith('-'));
  return isEndless(program, rest);
};

const composeUp: Endless = (words) =>
  (words.includes('up') && !hasOption('d', '--detach', '--wait')(words)) || logsFollowed(words);
const logsFollowed: Endless = (words) => words.includes('logs') && hasOption('f', '--follow')(words);
const containers: Endless = (words) =>
  logsFollowed(words) ||
  (words.includes('compose') && composeUp(words)) ||
  ['stats', 'events'].includes(command(words));

/** Module that Python runs. */
const pythonServer: Endless = (words) => {
  const at = words.indexOf('-m');
  return (
    at >= 0 &&
    /^(?:http\.server|SimpleHTTPServer|uvicorn|gunicorn|flask|hypercorn|jupyter\w*)$/.test(words[at + 1] ?? '')
  );
};
const manageServer: Endless = (words) => words.includes('runserver') || pythonServer(words);

const watching = hasOption('w', '--watch', '--watchAll', '--serve');
const onlyLong = (...names: readonly string[]) => hasOption('', ...names);

/** What by its name, or with such options, does not end by itself. */
const ENDLESS: ReadonlyMap<string, Endless> = new Map<string, Endless>([
  ...['yes', 'watch', 'htop', 'btop', 'nginx', 'redis-server', 'mongod', 'mysqld', 'postgres', 'sshd'].map(named),
  ...['nodemon', 'http-server', 'serve', 'live-server', 'json-server', 'uvicorn', 'gunicorn', 'hypercorn'].map(named),
  ...['ngrok', 'caddy', 'traefik', 'fswatch', 'entr', 'inotifywatch', 'tshark', 'dstat', 'iotop', 'iftop'].map(named),
  ...['mosquitto_sub', 'kafka-console-consumer', 'kafka-console-consumer.sh', 'websocat', 'wscat'].map(named),
  ...['jupyter', 'jupyter-lab', 'jupyter-notebook', 'streamlit', 'browser-sync', 'webpack-dev-server'].map(named),
  ['tail', hasOption('fF', '--follow', '--retry')],
  ['ping', unless(hasOption('cw', '--count'))],
  ['ping6', unless(hasOption('cw', '--count'))],
  ['tcpdump', unless(hasOption('c'))],
  ['journalctl', hasOption('f', '--follow')],
  ['dmesg', hasOption('wW', '--follow', '--follow-new')],
  ['top', unless(hasOption('n'))],
  ['inotifywait', hasOption('m', '--monitor')],
  ['logcat', unless(hasOption('d'))],
  ['adb', (words) => words.includes('logcat') && !hasOption('d')(words)],
  ['sleep', (words) => words.some((word) => /^inf/i.test(word))],
  ['seq', (words) => words.some((word) => /^inf/i.test(word))],
  ['nc', hasOption('lk')],
  ['ncat', hasOption('lk', '--listen')],
  ['netcat', hasOption('lk')],
  ['socat', always],
  ['ssh', hasOption('N')],
  ['php', (words) => hasOption('S')(words) || words.includes('serve')],
  ['npm', servingScript],
  ['yarn', servingScript],
  ['pnpm', servingScript],
  ['bun', (words) => servingScript(words) || onlyLong('--watch', '--hot')(words)],
  ['npx', running],
  ['poetry', running],
  ['pipenv', running],
  ['uv', running],
  ['bundle', running],
  ['make', servingScript],
  ['just', servingScript],
  ['deno', (words) => command(words) === 'serve' || onlyLong('--watch')(words)],
  ['node', onlyLong('--watch')],
  ['tsx', (words) => command(words) === 'watch' || onlyLong('--watch')(words)],
  ['vite', (words) => !['build', 'optimize'].includes(command(words))],
  ['next', (words) => ['dev', 'start', ''].includes(command(words))],
  ['nuxt', (words) => ['dev', 'start', 'preview'].includes(command(words))],
  ['astro', (words) => ['dev', 'preview'].includes(command(words))],
  ['ng', (words) => ['serve', 's'].includes(command(words))],
  ['webpack', (words) => ['serve', 'watch'].includes(command(words)) || watching(words)],
  ['rollup', watching],
  ['esbuild', onlyLong('--watch', '--serve')],
  ['tsc', watching],
  ['jest', onlyLong('--watch', '--watchAll')],
  ['vitest', (words) => command(words) === 'watch' || watching(words)],
  ['mocha', watching],
  ['cargo', (words) => command(words) === 'watch'],
  ['flask', (words) => words.includes('run')],
  ['rails', (words) => ['s', 'server'].includes(command(words))],
  ['jekyll', (words) => ['serve', 's', 'server'].includes(command(words))],
  ['hugo', (words) => ['server', 'serve'].includes(command(words)) || watching(words)],
  ['mkdocs', (words) => command(words) === 'serve'],
  ['python', manageServer],
  ['python3', manageServer],
  ['mvn', (words) => words.some((word) => /:run$/.test(word))],
  ['gradle', (words) => words.includes('bootRun')],
  ['gradlew', (words) => words.includes('bootRun')],
  ['docker', containers],
  ['podman', containers],
  ['docker-compose', composeUp],
  ['kubectl', (words) => logsFollowed(words) || words.includes('port-forward') || watching(words)],
  ['stern', always],
  ['vmstat', repeats],
  ['iostat', repeats],
  ['mpstat', repeats],
  ['sar', repeats],
]);

function named(name: string): readonly [string, Endless] {
  return [name, always];
}

/** With an interval and no count. */
function repeats(words: Words): boolean {
  return words.filter((word) => /^\d+$/.test(word)).length === 1;
}

function isEndless(program: string, words: Words): boolean {
  return ENDLESS.get(program)?.(words) ?? false;
}

const DEVICES = /\/dev\/(?:zero|u?random|full|tty\w*|pts\/\d+|ptmx|console|input\/\w+)\b/;
/** Loops that go on until something else ends them, and the like inside a text that another program runs. */
const IN_TEXT =
  /\b(?:while|until)\s+(?:true|false|:|sleep\b|\[+\s*(?:1|true)\b|\(\(\s*1)|\bfor\s*\(\(\s*;?[^;)]*;\s*;|\btail\s+(?:[^|;&]*\s)?(?:-\w*[fF]\b|--retry)|--follow\b|\bjournalctl\s[^|;&]*-\w*f/;

/** Whether something in the line up to `end` may never end by itself. */
export function mayBeEndless(line: string, end: number): boolean {
  const text = line.slice(0, end);
  if (DEVICES.test(text) || IN_TEXT.test(text)) return true;
  return analyse(line).parts.some((part) => part.span.start < end && isEndlessPart(part));
}

function isEndlessPart({ program, words }: Part): boolean {
  if (program === undefined) return false;
  const name = program.slice(program.lastIndexOf('/') + 1);
  return isEndless(
    name,
    words.slice(1).map(({ literal, text }) => literal ?? text),
  );
}
