import type { ComponentType } from 'react';
import type { ViewId } from '../../state/navigation.tsx';
import type { IconName } from '../../ui/icon.tsx';

export type View = ComponentType<{ readonly isVisible: boolean }>;

export interface ViewEntry {
  readonly id: ViewId;
  readonly title: string;
  readonly icon: IconName;
  readonly load: () => Promise<{ default: View }>;
}

/** The rail from top to bottom; the keys Mod+1…9 follow this order. */
export const views: readonly ViewEntry[] = [
  {
    id: 'sessions',
    title: 'Sessions',
    icon: 'sessions',
    load: () => import('../../sessions/index.ts').then((door) => ({ default: door.SessionsView })),
  },
  {
    id: 'terminals',
    title: 'Terminals',
    icon: 'terminals',
    load: () => import('../../terminals/index.ts').then((door) => ({ default: door.TerminalsView })),
  },
  {
    id: 'changes',
    title: 'Changes',
    icon: 'changes',
    load: () => import('../../changes/index.ts').then((door) => ({ default: door.ChangesView })),
  },
  {
    id: 'prompts',
    title: 'Prompts',
    icon: 'prompts',
    load: () => import('../../prompts/index.ts').then((door) => ({ default: door.PromptsView })),
  },
  {
    id: 'workspaces',
    title: 'Workspaces',
    icon: 'workspaces',
    load: () => import('../../workspaces/index.ts').then((door) => ({ default: door.WorkspacesView })),
  },
  {
    id: 'schedules',
    title: 'Schedules',
    icon: 'schedules',
    load: () => import('../../schedules/index.ts').then((door) => ({ default: door.SchedulesView })),
  },
  {
    id: 'providers',
    title: 'Providers',
    icon: 'providers',
    load: () => import('../../providers/index.ts').then((door) => ({ default: door.ProvidersView })),
  },
  {
    id: 'activity',
    title: 'Activity',
    icon: 'activity',
    load: () => import('../../activity/index.ts').then((door) => ({ default: door.ActivityView })),
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: 'settings',
    load: () => import('../../settings/index.ts').then((door) => ({ default: door.SettingsView })),
  },
];

export const loadReview = () => import('../../approvals/index.ts').then((door) => ({ default: door.ReviewPane }));
