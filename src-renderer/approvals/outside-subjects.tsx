import type { Ref } from 'react';
import type { CallCode, Subject } from '#contract';
import { SchemaForm, type SchemaFormState } from '../forms/schema-form.tsx';
import { formatDollars } from '../ui/format.ts';
import { ScrollBlock } from '../ui/scroll-block.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './outside-subjects.module.css';

type SubjectOfKind<K extends Subject['kind']> = Extract<Subject, { kind: K }>;

/** A provider's tool: whose it is, what it says of itself, and every value it would be given. */
export function CallSubject({
  subject,
  block,
}: {
  readonly subject: SubjectOfKind<'call'>;
  readonly block: Ref<HTMLDivElement>;
}) {
  return (
    <ScrollBlock ref={block} className={styles.block} label="Call">
      <p className={styles.who}>
        <b>
          <VisibleText text={subject.title} />
        </b>{' '}
        of{' '}
        <code>
          <VisibleText text={subject.code?.workspace ?? subject.provider} />
        </code>
      </p>
      {subject.code === undefined ? undefined : <CodeFacts code={subject.code} />}
      {subject.description.trim() === '' ? undefined : (
        <p className={styles.description}>
          <VisibleText text={subject.description} />
        </p>
      )}
      {subject.arguments.length === 0 ? (
        <p className={styles.description}>It is given nothing.</p>
      ) : (
        <dl className={styles.arguments} aria-label="Arguments">
          {subject.arguments.map(({ path, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a path may be there twice, and the list does not change.
            <div key={index}>
              <dt>
                <VisibleText text={path === '' ? '(all)' : path} />
              </dt>
              <dd>
                <VisibleText text={text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </ScrollBlock>
  );
}

/** Facts about the code of an agent workspace that would run, and where. */
function CodeFacts({ code: { file, hash, box } }: { readonly code: CallCode }) {
  return (
    <p className={styles.who}>
      It runs{' '}
      <code>
        <VisibleText text={file} />
      </code>{' '}
      <span title={`SHA-256 ${hash}`}>(code {hash.slice(0, 8)})</span> {PLACES[box ?? 'none']}.
    </p>
  );
}

const PLACES = {
  workspace: 'in the box of the workspace, without the network',
  network: 'in the box of the workspace, with the network',
  none: 'outside any box: it can do what you can',
} as const;

export function SpendingSubject({ subject }: { readonly subject: SubjectOfKind<'spending'> }) {
  const { spent, cap, isComplete } = subject;
  return (
    <p className={styles.plain}>
      This session has cost <b>{`${isComplete ? '' : '≥ '}${formatDollars(spent)}`}</b>; the cap is {formatDollars(cap)}
      .{isComplete ? '' : ' Of some requests the cost is not known, so it is more than that.'} Allowing sends the next
      request above the cap.
    </p>
  );
}

export function ConfirmSubject({
  subject,
  block,
}: {
  readonly subject: SubjectOfKind<'confirm'>;
  readonly block: Ref<HTMLDivElement>;
}) {
  return (
    <>
      {subject.text.trim() === '' ? undefined : (
        <p className={styles.plain}>
          <VisibleText text={subject.text} />
        </p>
      )}
      {subject.command === undefined ? undefined : (
        <ScrollBlock ref={block} className={styles.block} label="Command">
          <code>
            <VisibleText text={subject.command} />
          </code>
        </ScrollBlock>
      )}
    </>
  );
}

export interface FormSubjectProps {
  readonly subject: SubjectOfKind<'form'>;
  readonly form: SchemaFormState;
}

/** Form that a server asks to fill in. The input is sent to that server. */
export function FormSubject({ subject, form }: FormSubjectProps) {
  return (
    <>
      <p className={styles.plain}>
        <b>
          <VisibleText text={subject.server} />
        </b>{' '}
        asks: <VisibleText text={subject.message} />
      </p>
      <SchemaForm form={form} label={`Values for ${subject.server}`} />
      <p className={styles.plain}>What you fill in goes to this server. Give it no password and no key.</p>
    </>
  );
}
