import type { LedgerEventType } from '#contract';
import { plural } from '../../ui/format.ts';
import type { EventFormatter } from './event-formatter.ts';

type WorkspaceEventType = Extract<LedgerEventType, `workspace.${string}`>;

const LANGUAGES = { python: 'Python', js: 'JavaScript and TypeScript' } as const;

/** Descriptions of events about agent workspaces. */
export const workspaceFormatters: { readonly [T in WorkspaceEventType]: EventFormatter<T> } = {
  'workspace.unpacked': {
    name: 'Workspace from an image',
    icon: 'folder',
    words: ({ workspace, image, layer, tag }) => `You opened the layer ${tag ?? layer} of ${image} as ${workspace}`,
  },
  'workspace.trusted': {
    name: 'Workspace trusted',
    icon: 'folder',
    words: ({ workspace, files, network }) =>
      `You trusted ${workspace} (${plural(files, 'file')})${network ? ', with the network' : ', without the network'}`,
  },
  'workspace.restricted': {
    name: 'Workspace restricted',
    icon: 'folder',
    words: ({ workspace, by, changes = [] }) =>
      by === 'person'
        ? `You no longer trust ${workspace}; none of its code runs`
        : `${workspace} is restricted: ${plural(changes.length, 'trusted file')} changed (${changes.map(({ file }) => file).join(', ')})`,
  },
  'workspace.started': {
    name: 'Workspace started',
    icon: 'plug',
    words: ({ workspace, language, pid, network }) =>
      `The ${LANGUAGES[language]} of ${workspace} was started${pid === undefined ? '' : ` as process ${pid}`}${network ? ', with the network' : ''}`,
  },
  'workspace.loaded': {
    name: 'Workspace loaded',
    icon: 'tool',
    words: ({ workspace, tools }) => `${workspace} has ${plural(tools.length, 'tool')}: ${tools.join(', ') || 'none'}`,
  },
  'workspace.ended': {
    name: 'Workspace ended',
    icon: 'plug',
    words: ({ workspace, language, state, reason }) =>
      `The ${LANGUAGES[language]} of ${workspace} ${state === 'failed' ? 'failed' : 'ended'}: ${reason}`,
  },
};
