import { type LevelName, numberOf } from './levels.ts';

export interface LogRecord {
  readonly at: Date;
  readonly level: LevelName;
  readonly message: string;
}

/** `%(name)s`, with Python's flags, width and precision, and `%%`. */
const FIELD =
  /%(?:%|\((?<name>\w+)\)(?<flags>[-0 +#]*)(?<width>\d{1,3})?(?:\.(?<precision>\d{1,3}))?(?<kind>[sdirf]))/g;

/** A line as Python's `logging` writes it, but for fields it does not know, which stay as they are. */
export function formatRecord(format: string, record: LogRecord): string {
  return format.replace(FIELD, (field, ...rest) => {
    if (field === '%%') return '%';
    const { name, flags, width, precision, kind } = rest.at(-1) as { readonly [group: string]: string | undefined };
    const value = logField(name ?? '', record);
    if (value === undefined) return field;
    const text = formatValue(value, kind ?? 's', precision);
    return pad(text, { flags: flags ?? '', width: Number(width ?? 0), isNumber: kind !== 's' && kind !== 'r' });
  });
}

function logField(name: string, { at, level, message }: LogRecord): string | number | undefined {
  switch (name) {
    case 'asctime':
      return localTime(at);
    case 'name':
      return 'shell_adapter';
    case 'levelname':
      return level;
    case 'levelno':
      return numberOf(level);
    case 'message':
      return message;
    case 'process':
      return process.pid;
    case 'filename':
      return 'shell-adapter';
    case 'created':
      return at.getTime() / 1000;
    case 'msecs':
      return at.getMilliseconds();
    default:
      return undefined;
  }
}

function formatValue(value: string | number, kind: string, precision: string | undefined): string {
  if (kind === 'f' && typeof value === 'number') return value.toFixed(Number(precision ?? 6));
  if ((kind === 'd' || kind === 'i') && typeof value === 'number') return String(Math.trunc(value));
  return precision === undefined ? String(value) : String(value).slice(0, Number(precision));
}

function pad(
  text: string,
  { flags, width, isNumber }: { readonly flags: string; readonly width: number; readonly isNumber: boolean },
): string {
  if (flags.includes('-')) return text.padEnd(width);
  return text.padStart(width, flags.includes('0') && isNumber ? '0' : ' ');
}

/** `YYYY-MM-DD HH:MM:SS,mmm`, where the machine is. */
function localTime(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const milliseconds = String(at.getMilliseconds()).padStart(3, '0');
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())},${milliseconds}`;
}
