/// <reference path="../../node_modules/node-pty/node-pty.d.ts" />

/** The typings come under the fork's own name. */
declare module 'node-pty' {
  export * from '@lydell/node-pty';
}

/** node-pty's native module, which its own classes are made of; there are no typings for it. */
declare module 'node-pty/requireBinary.js' {
  export interface NativePty {
    /** Both descriptors are non-blocking and not close-on-exec; `pty` names the slave. */
    open(columns: number, rows: number): { master: number; slave: number; pty: string };
    fork(
      file: string,
      args: readonly string[],
      environment: readonly string[],
      cwd: string,
      columns: number,
      rows: number,
      uid: number,
      gid: number,
      isUtf8: boolean,
      helperPath: string,
      onExit: (exitCode: number, signal: number) => void,
    ): { fd: number; pid: number; pty: string };
    resize(descriptor: number, columns: number, rows: number): void;
    /** Name of the foreground process. */
    process(descriptor: number, pty?: string): string | undefined;
  }
  export function requireBinary(file: 'pty.node'): NativePty;
}
