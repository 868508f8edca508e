import type { PromptsState } from '#contract';
import { prettyJson } from '../../text/pretty-json.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { dependencesOf, extensionFacts } from './extension-facts.ts';
import styles from './record-editor.module.css';
import { RecordEditor } from './record-editor.tsx';
import { useRequest } from './use-request.ts';

type Extension = PromptsState['extensions'][number];

export interface ExtensionDetailProps {
  /** Extension to show; absent for a new one. */
  readonly extension: Extension | undefined;
  readonly go: (id?: string) => void;
  readonly onPrompt?: (id: string) => void;
}

const SAMPLE = {
  name: 'my-extension',
  publisher: 'me',
  displayName: 'My extension',
  icon: '',
  description: 'What it does',
  version: '1.0.0',
  extensionType: 'prompt',
  license: 'MIT',
  engines: { name: 'sigma-shell', version: '>=0.1.0' },
  contributes: { prompts: [], languages: ['*'], dependences: [] },
};

/** One extension: all that its record says, and its prompts. */
export function ExtensionDetail({ extension, go, onPrompt }: ExtensionDetailProps) {
  if (extension === undefined) {
    return (
      <section className={styles.detail} aria-label="New extension">
        <h2 className={styles.heading}>New extension</h2>
        <RecordEditor
          kind="extension"
          id={undefined}
          json={JSON.stringify(SAMPLE, undefined, 2)}
          what="extension"
          idHint="Publisher and name, such as me.my-extension."
          onSaved={go}
          onRemoved={() => go()}
        />
      </section>
    );
  }
  return <KnownExtension extension={extension} go={go} onPrompt={onPrompt ?? (() => {})} />;
}

interface KnownExtensionProps {
  readonly extension: Extension;
  readonly go: (id?: string) => void;
  readonly onPrompt: (id: string) => void;
}

function KnownExtension({ extension, go, onPrompt }: KnownExtensionProps) {
  const { id, key, displayName, description, missing, warnings, prompts, hash } = extension;
  const asked = useRequest((api) => api.prompts.extension({ id }), `${id} ${hash}`);
  const json = asked.value?.json;
  return (
    <section className={styles.detail} aria-label={`Extension ${id}`}>
      <div className={styles.head}>
        <ExtensionPicture icon={extension.icon} />
        <div>
          <h2 className={styles.heading}>
            <VisibleText text={displayName || id} />
          </h2>
          <p className={styles.note}>
            <VisibleText text={description} />
          </p>
        </div>
      </div>
      {warnings.length === 0 ? undefined : (
        <Banner level="warning" title="This extension has problems.">
          <ul className={styles.problems}>
            {warnings.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      )}
      <dl className={styles.facts}>
        <dt>Id</dt>
        <dd>{id}</dd>
        <dt>Key</dt>
        <dd>
          <code>{key}</code>
        </dd>
        {json === undefined
          ? undefined
          : extensionFacts(json).map(({ name, text }) => [
              <dt key={`${name} name`}>{name}</dt>,
              <dd key={name}>
                <VisibleText text={text} />
              </dd>,
            ])}
        <dt>Prompts</dt>
        <dd>
          {prompts.length === 0 ? 'none' : undefined}
          <ul className={styles.plain}>
            {prompts.map((prompt) => (
              <li key={prompt}>
                <button type="button" className={styles.link} onClick={() => onPrompt(prompt)}>
                  {prompt}
                </button>
              </li>
            ))}
          </ul>
        </dd>
        <dt>Depends on</dt>
        <dd>
          <Dependences json={json} missing={missing} />
        </dd>
      </dl>
      {asked.problem === undefined ? undefined : <Banner level="error">{asked.problem}</Banner>}
      {json === undefined ? (
        <Spinner label="Loading the record" />
      ) : (
        <RecordEditor
          kind="extension"
          id={id}
          json={prettyJson(json)}
          hash={asked.value?.hash}
          what="extension"
          onSaved={asked.reload}
          onRemoved={() => go()}
        />
      )}
    </section>
  );
}

function Dependences({ json, missing }: { readonly json: string | undefined; readonly missing: Extension['missing'] }) {
  const all = json === undefined ? missing : dependencesOf(json);
  if (all.length === 0) return 'nothing';
  return (
    <ul className={styles.plain}>
      {all.map(({ name, version, failStrategy }) => (
        <li key={name}>
          {name} {version}, {failStrategy === 'abort' ? 'needed' : 'if it is there'}{' '}
          {missing.some((one) => one.name === name) ? (
            <Badge tone={failStrategy === 'abort' ? 'danger' : 'warning'}>missing</Badge>
          ) : undefined}
        </li>
      ))}
    </ul>
  );
}

/** Pictures that are in the record itself; nothing is fetched for a path. */
function ExtensionPicture({ icon }: { readonly icon: string }) {
  if (/^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/i.test(icon)) {
    return <img className={styles.icon} src={icon} alt="" />;
  }
  return (
    <span className={styles.placeholder} title={icon === '' ? 'It has no icon' : `Its icon is at ${icon}`}>
      <Icon name="plug" size={20} />
    </span>
  );
}
