import type { CommandToBecome, CommandToRun, ShellProgram, ShellReport } from './shell-program.ts';

/**
 * Windows PowerShell that reads from its standard input what it is to run, a line for each command, whose text is in a script
 * file. Written for Windows and unit-tested as text; it has not run there.
 */
export function powershellProgram(file = 'powershell.exe'): ShellProgram {
  return {
    file,
    args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', '-'],
    setup: `${SETUP.join(';')}\n`,
    // Without the mark, Windows PowerShell reads it in the code page of the system.
    script: { extension: 'ps1', prefix: '\ufeff' },
    isByFile: () => true,
    tell: (command) => `${runIt(command)};${tellIt(command)}\n\n`,
    become: (command) => `${runIt(command)};exit $(if ($sigmaOk) { $global:LASTEXITCODE } else { 1 })\n\n`,
    reportFields: 2,
    parseReport: ([status, cwd]): ShellReport | undefined => {
      const exitCode = Number(status || Number.NaN);
      return Number.isInteger(exitCode) && cwd ? { exitCode, cwd, hasAliases: false } : undefined;
    },
  };
}

const SETUP = [
  '$ProgressPreference = "SilentlyContinue"',
  '$OutputEncoding = [Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false',
  '$PSDefaultParameterValues["Out-File:Encoding"] = "utf8"',
];

/** Dot-sourced, so that variables, functions and the folder stay. */
function runIt({ textFile, stdout, stderr }: CommandToBecome): string {
  const script = quote(textFile);
  return `$global:LASTEXITCODE = 0; try { $null | . ${script} > ${quote(stdout)} 2> ${quote(stderr)}; $sigmaOk = $? } catch { $sigmaOk = $false; $_ | Out-File -Append ${quote(stderr)} }`;
}

/** A program's exit code, else whether the last statement went well. */
function tellIt({ side, token }: CommandToRun): string {
  const code = '$(if ($global:LASTEXITCODE) { $global:LASTEXITCODE } elseif ($sigmaOk) { 0 } else { 1 })';
  const fields = [token, code, '$($PWD.ProviderPath)'].map((field) => `${field}\`0`).join('');
  return `[IO.File]::AppendAllText(${quote(side)}, "${fields}")`;
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
