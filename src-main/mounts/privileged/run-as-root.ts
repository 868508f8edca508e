import type { RootRunResult } from '../mount-ports.ts';

/** Marks that mean nothing within the double quotes of two shells: the person's own, and root's. */
const PLAIN = /^[A-Za-z0-9 /._=+&|>-]+$/;
/** sudo-prompt writes the working folder into a shell's command line, where only the double quote is taken care of. */
const PLAIN_FOLDER = /^[^"$`\\\n!]*$/;
/**
 * Exit code of pkexec if the person closed its window
 * ([pkexec(1)](https://www.freedesktop.org/software/polkit/docs/latest/pkexec.1.html)).
 */
const DISMISSED = 126;

/** Runs a command line as root by pkexec, through sudo-prompt, which is loaded now. */
export async function runAsRoot(command: string): Promise<RootRunResult> {
  if (!PLAIN.test(command)) throw new Error('A command for root has marks that a shell understands');
  if (!PLAIN_FOLDER.test(process.cwd())) {
    return {
      kind: 'unavailable',
      message: `Start the app from another folder than ${process.cwd()}: its name has marks that a shell understands`,
    };
  }
  const { exec } = await import('sudo-prompt');
  return await new Promise((resolve) => {
    exec(command, { name: 'Sigma Shell' }, (error, stdout = '', stderr = '') => {
      resolve(rootRunResult(error, String(stdout), String(stderr)));
    });
  });
}

/** Interprets the result; sudo-prompt has sentences of its own for what never ran as root. */
export function rootRunResult(error: Error | undefined, stdout: string, stderr: string): RootRunResult {
  if (!error) return { kind: 'ran', stdout, stderr };
  const code = 'code' in error ? error.code : undefined;
  if (error.message === 'User did not grant permission.') {
    if (code === DISMISSED)
      return { kind: 'dismissed', message: 'The question for the password was dismissed; nothing was done' };
    const said = stderr.trim().split('\n')[0] ?? '';
    return {
      kind: 'refused',
      message: `The system does not let you run the helper as root${said === '' ? '' : `: ${said}`}`,
    };
  }
  if (error.message === 'No polkit authentication agent found.') {
    return {
      kind: 'unavailable',
      message: 'There is nobody to ask for a password: no authentication agent runs in this session',
    };
  }
  if (error.message === 'Unable to find pkexec or kdesudo.') {
    return {
      kind: 'unavailable',
      message: 'The helper needs pkexec, which is not installed (package pkexec or policykit-1)',
    };
  }
  return { kind: 'ran', stdout, stderr };
}
