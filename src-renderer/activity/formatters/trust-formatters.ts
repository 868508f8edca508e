import { permissionName } from '../../permissions/permission-words.ts';
import { subjectWords } from '../../permissions/rule-words.ts';
import { formatDuration } from '../../ui/format.ts';
import { type EventFormatter, summaryLine } from './event-formatter.ts';

const SCOPES = { user: 'everywhere', workspace: 'in this workspace' } as const;

/** Descriptions of events about rules, and about outputs that were filtered again. */
export const trustFormatters: {
  readonly [T in
    | 'output.filtered'
    | 'rule.saved'
    | 'rule.removed'
    | 'session.permission'
    | 'session.rules']: EventFormatter<T>;
} = {
  'output.filtered': {
    name: 'Filtered again',
    icon: 'search',
    words: ({ filter, by, savedMs }) =>
      `${by === 'person' ? 'You' : 'The model'} filtered the kept output by ${summaryLine(filter)}, which saved ${formatDuration(savedMs)}`,
  },
  'rule.saved': {
    name: 'Rule saved',
    icon: 'shield',
    words: ({ scope, rule }) =>
      `A rule that ${rule.verdict === 'allow' ? 'allows' : 'forbids'} ${SCOPES[scope]} was saved: ${subjectWords(rule.subject, rule.verdict)}`,
  },
  'rule.removed': {
    name: 'Rule removed',
    icon: 'shield',
    words: ({ scope, rule }) =>
      `A rule that ${rule.verdict === 'allow' ? 'allowed' : 'forbade'} ${SCOPES[scope]} was removed: ${subjectWords(rule.subject, rule.verdict)}`,
  },
  'session.permission': {
    name: 'Permission mode',
    icon: 'shield',
    words: ({ mode }) => `Permission mode: ${permissionName(mode)}`,
  },
  'session.rules': {
    name: 'Rules of the session',
    icon: 'shield',
    words: ({ rules }) =>
      rules.length === 0
        ? 'No rule counts in this session alone any more'
        : `Rules for this session only: ${rules.map(({ subject }) => subjectWords(subject)).join('; ')}`,
  },
};
