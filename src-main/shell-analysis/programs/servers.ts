import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import {
  type EndlessTest,
  either,
  neverEnds,
  repeating,
  unless,
  watching,
  withCommand,
  withOption,
  withWord,
} from './endless.ts';

const tool = (endless: EndlessTest): ProgramDeclaration => ({ opaque: 'tool', endless });
const each = (names: string, endless: EndlessTest): ProgramDeclarations =>
  Object.fromEntries(names.split(' ').map((name) => [name, tool(endless)]));

/** Servers, watchers and the like, which do not end by themselves. */
export const SERVERS: ProgramDeclarations = {
  ...each('btop nginx redis-server mongod mysqld postgres sshd', neverEnds),
  ...each('nodemon http-server serve live-server json-server uvicorn gunicorn hypercorn', neverEnds),
  ...each('ngrok caddy traefik fswatch entr inotifywatch tshark dstat iotop iftop', neverEnds),
  ...each('mosquitto_sub kafka-console-consumer kafka-console-consumer.sh websocat wscat', neverEnds),
  ...each('jupyter jupyter-lab jupyter-notebook streamlit browser-sync webpack-dev-server stern', neverEnds),
  ...each('vmstat iostat mpstat sar', repeating),
  tcpdump: tool(unless(withOption('c'))),
  inotifywait: tool(withOption('m', '--monitor')),
  logcat: tool(unless(withOption('d'))),
  adb: tool((words) => words.includes('logcat') && !withOption('d')(words)),
  vite: tool(unless(withCommand('build', 'optimize'))),
  next: tool(withCommand('dev', 'start', '')),
  nuxt: tool(withCommand('dev', 'start', 'preview')),
  astro: tool(withCommand('dev', 'preview')),
  ng: tool(withCommand('serve', 's')),
  webpack: tool(either(withCommand('serve', 'watch'), watching)),
  rollup: tool(watching),
  esbuild: tool(withOption('', '--watch', '--serve')),
  flask: tool(withWord('run')),
  rails: tool(withCommand('s', 'server')),
  jekyll: tool(withCommand('serve', 's', 'server')),
  hugo: tool(either(withCommand('server', 'serve'), watching)),
  mkdocs: tool(withCommand('serve')),
  gradlew: tool(withWord('bootRun')),
  pipenv: { opaque: 'tool', endless: 'as-it-runs' },
};
