import { join, resolve } from 'node:path';

export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** Folder of the app's own data: `SIGMA_DATA`, else the platform's place for it. */
export function dataFolderOf(environment: ProcessEnvironment, { platform, home }: MachineFacts): string {
  if (environment.SIGMA_DATA) return resolve(environment.SIGMA_DATA);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Sigma Shell');
  if (platform === 'win32') return join(environment.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Sigma Shell');
  const xdg = environment.XDG_DATA_HOME;
  // The XDG specification has relative paths ignored.
  return join(xdg?.startsWith('/') ? xdg : join(home, '.local', 'share'), 'sigma-shell');
}
