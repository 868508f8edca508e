import type { ConfirmationSettings } from '../confirmation/model.ts';
import type { ShellSettings } from '../shells/model.ts';
import type { AdapterConfig } from './config/adapter-config.ts';
import { AdapterLog, type AdapterLogOptions } from './log/adapter-log.ts';

export function openLog(
  { logging, logFile }: AdapterConfig,
  ports: Pick<AdapterLogOptions, 'redactor' | 'onProblem' | 'onCritical'>,
): AdapterLog {
  return new AdapterLog({
    path: logFile,
    level: logging.logging_level,
    format: logging.log_format,
    maxBytes: logging.max_log_size,
    backups: logging.backup_count,
    ...ports,
  });
}

const MB = 1024 * 1024;

export function shellSettings({ adapter, workspace }: AdapterConfig): ShellSettings {
  const { cpu_percent_limit: cpu, memory_mb_limit: memory, disk_mb_limit: disk, max_processes: processes } = adapter;
  return {
    workspace,
    sessionMs: adapter.session_max_lifetime * 60_000,
    limits: {
      timeoutMs: adapter.command_max_lifetime * 1000,
      maxOutputBytes: adapter.max_output,
      ...(cpu !== null && { cpuPercent: cpu }),
      ...(memory !== null && { memoryBytes: memory * MB }),
      ...(disk !== null && { diskBytes: disk * MB }),
      ...(processes !== null && { processes }),
    },
    checkMs: adapter.resource_check_interval * 1000,
    output: {
      most: adapter.max_output_size,
      beginning: adapter.begin_output_size,
      end: adapter.end_output_size,
    },
    maxSessions: adapter.max_sessions,
  };
}

export function confirmationSettings({ adapter: { confirmation } }: AdapterConfig): ConfirmationSettings {
  const { mode, approver, timeout, allow, deny } = confirmation;
  return { mode, approver, timeoutMs: timeout * 1000, allow, deny };
}
