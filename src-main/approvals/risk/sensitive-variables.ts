/** Variables by which programs are found, or from which programs take code, options or other programs. */
const RULING = [
  'PATH|EXECIGNORE|GLOBIGNORE|CDPATH|HOME|SHELL|ENV|BASH_ENV|BASH_FUNC_[^=\\s]*|BASHOPTS|SHELLOPTS|BASH_XTRACEFD|PROMPT_COMMAND|PS[0-4]',
  // Of the shell itself: tables of what names run, and numbers whose text is evaluated.
  'BASH_CMDS|BASH_ALIASES|BASH_ARGV0|BASHPID|S?RANDOM|HISTCMD|OPTIND|SECONDS|LINENO|MAILPATH',
  // For `read` alone it is how its line is divided.
  'IFS(?!=\\S*\\s+read\\b)',
  'LD_\\w*|DYLD_\\w*|GCONV_PATH|LOCPATH|NLSPATH|GLIBC_TUNABLES|POSIXLY_CORRECT|_POSIX2_VERSION|TERMINFO\\w*|MALLOC_\\w*',
  'XDG_\\w*|RIPGREP_CONFIG_PATH|GREP_\\w*|[GM]?AWK\\w*|JQ_\\w*|GIT_\\w*|MAGIC|TAR_OPTIONS|GZIP|BZIP2?|XZ_\\w*|ZSTD_\\w*|LESS\\w*',
  '\\w*PAGER|\\w*EDITOR|VISUAL|BROWSER|SSH_\\w*|RSYNC_\\w*|CURL_HOME|WGETRC|OPENSSL_\\w*|HOSTALIASES',
  // Options of packers and wrappers, and where tar writes without -f, or programs what they sort.
  'TMPDIR|ZIP|ZIPOPT|UNZIP|UNZIPOPT|ZIPINFO|ZIPINFOOPT|TAPE|SIMPLE_BACKUP_SUFFIX|VERSION_CONTROL|PARALLEL\\w*|TCL\\w*|RLWRAP\\w*',
  'TORSOCKS_\\w*|PROXYCHAINS_\\w*|VALGRIND_\\w*|FAKEROOT\\w*|BASH_COMPAT|BASH_LOADABLES_PATH',
  'PYTHON\\w*|NODE_\\w*|npm_\\w*|NPM_\\w*|PERL\\w*|RUBY\\w*|GEM_\\w*|BUNDLE_\\w*|JAVA_\\w*|_JAVA_\\w*|JDK_\\w*|LUA_\\w*|R_\\w*',
].join('|');

const NAME = new RegExp(`^(?:${RULING})$`);
/** Wherever a line gives one a value: assignments, also in text for a shell, loops, and expansions that assign. */
const GIVEN = new RegExp(
  `(?:^|[^\\w$])(${RULING})(?:\\[[^\\]]*\\])?\\+?=|(?:^|\\W)(?:for|select)\\s+(${RULING})(?!\\w)|\\$\\{(${RULING}):?=`,
);

const MAY_GIVE = /=|f(?:\\\n)*o(?:\\\n)*r|s(?:\\\n)*e(?:\\\n)*l(?:\\\n)*e(?:\\\n)*c(?:\\\n)*t/;

/** Joins continued lines as bash does; in text without continuation the text itself counts. */
export const withoutLineBreaks = (text: string): string => text.replaceAll('\\\n', '');

export const isSensitiveVariable = (name: string): boolean => NAME.test(name);

/** The first such variable that a text gives a value. */
export function sensitiveVariableIn(text: string): string | undefined {
  // Most texts give nothing a value, and a long one takes long to be looked through.
  if (!MAY_GIVE.test(text)) return undefined;
  const found = GIVEN.exec(text) ?? (text.includes('\\\n') ? GIVEN.exec(withoutLineBreaks(text)) : null);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}
