/**
 * Folders of `src-main` whose code a start does not call, each with the files of it that a start does call. Code that a start loads costs
 * more than 10 ms a megabyte, called or not. A file that stands here by mistake, or is missing, costs time;
 * `test/host.integration.test.ts` names what a start calls after all, and fails where a file is used while its user loads and needs it in turn.
 */
export const LATE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  approvals: [
    'built-in',
    'create-rules',
    'index',
    'live-rules',
    'modes',
    'policy',
    'question-queue',
    'rule-trials',
    'session-rules',
    'workspace-offer',
  ],
  'approvals/bans': [],
  'approvals/decide': [],
  'approvals/foresee': ['foresee'],
  'approvals/read-only': ['neutral-git'],
  'approvals/read-only/git': [],
  'approvals/risk': ['classify', 'sensitive-variables'],
  'approvals/rules': ['rule-store'],
  'branches/compare': ['base-finder', 'kept-bases'],
  'branches/copy': [],
  'branches/try': ['tries'],
  'channels/messenger': ['run-channel'],
  'chat/compaction': [],
  'chat/conversation': ['shared-conversations'],
  'chat/cost': [],
  'chat/door': ['door', 'message-queue'],
  'chat/history': [],
  'chat/images': [],
  'chat/items': [],
  'chat/sessions': ['foreign-calls', 'pending-items', 'session-index', 'sessions', 'trash'],
  'chat/turn': ['session-locks', 'turns'],
  console: ['console-sessions', 'create-console', 'history'],
  'execution/limits': ['file-limits', 'watch-limits'],
  'execution/runs': ['command-environment'],
  'execution/tool': ['command-limits', 'command-tool', 'raised-limits', 'recover-runs'],
  files: ['changes-router', 'index', 'undo-ports'],
  'files/diff': ['compare-texts'],
  'files/history': ['change-history', 'net-line-counts', 'turn-rows'],
  'files/review': ['proposals'],
  'files/tools': ['create-or-update-tool', 'delete-tool', 'edit-file-tool', 'read-file-tool', 'tool-arguments'],
  'guard/argument-aliases': ['repair-arguments', 'table'],
  'images/thread': ['job-threads'],
  ledger: ['activity', 'event-line', 'open-ledger', 'owed-events', 'run-journal'],
  'ledger/anchors': ['head-anchors'],
  'ledger/trees': ['lay-out-tree', 'tree-thread', 'watch-tree'],
  'ledger/undo': ['recover-undo', 'refusal', 'undo-change', 'undo-journal', 'undo-transactions'],
  llm: [],
  'llm/clients': ['create-clients', 'reported-contexts'],
  'llm/demo': ['demo-client', 'demo-script'],
  'llm/failures': [],
  'llm/servers': ['local-servers'],
  'llm/stream': ['bytes-per-token'],
  mcp: ['choices', 'create-mcp', 'http-clients', 'mcp-tool-server', 'open-mcp', 'socket-server'],
  process: ['copy-attributes', 'file-attributes', 'flush-file-system', 'node-program', 'system-program'],
  'process/containment': [],
  'process/sandbox': ['probe', 'seatbelt'],
  protocols: [],
  'protocols/anthropic': [],
  'protocols/anthropic/reply': [],
  'protocols/anthropic/request': [],
  providers: ['create-providers', 'host', 'provider-memory', 'registry', 'router'],
  'providers/js-package': ['js-package', 'new-package'],
  'providers/program': ['program-link'],
  'retention/content': ['loose-content'],
  'rewind/plan': [],
  'schedules/engine': ['real-clock', 'recording', 'scheduler', 'settle-interrupted', 'task-runs'],
  'schedules/times': [],
  'shell-adapter/server/config': ['shown-config'],
  'shell-analysis': [],
  'shell-analysis/programs': [],
  'shell-analysis/programs/scripts': [],
  sockets: ['index', 'session-sockets', 'socket-memory'],
  'sockets/http': [],
  terminal: ['index', 'spawn-pty', 'start-block', 'terminal-service'],
  tools: ['aliases', 'runner', 'schema-check', 'schema-limits', 'tool-list', 'unfinished-runs'],
  'workspaces/files': ['list-files', 'new-files'],
  'workspaces/hosts/js': ['open-js-host'],
  'workspaces/hosts/python': ['find-python', 'open-python-host', 'packages'],
  'workspaces/layout': ['default-prompt'],
  'workspaces/life': [],
  'workspaces/schema': [],
};

/** Files of other folders of which the same is true. */
export const LATE_FILES = [
  'app/commands/box-files',
  'app/take-from-branches',
  'contract/text/hidden-characters',
  'contract/text/look-alikes',
  'core/secrets/sensitive-paths',
];

/** Packages of which the same is true. */
const LATE_PACKAGES = ['unbash', 'ws', 'diff', 'eventsource-parser', '@orpc/standard-server-peer'];

/** Name of the feature or package whose late code a file belongs to. */
export function lateCodeOf(file: string): string | undefined {
  const [, named] = file.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//) ?? [];
  if (named !== undefined) return LATE_PACKAGES.includes(named) ? named.replace(/^@/, '').replace('/', '-') : undefined;
  const [, folder = '', name = ''] = file.match(/\/src-main\/(.+)\/([^/]+)\.ts$/) ?? [];
  const isLate = LATE_FILES.includes(`${folder}/${name}`) || LATE_FOLDERS[folder]?.includes(name) === false;
  return isLate ? folder.split('/')[0] : undefined;
}
