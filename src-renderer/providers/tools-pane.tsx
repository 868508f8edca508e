import { useState } from 'react';
import type { ProviderTool, ProviderView } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { useAsyncAction } from '../state/use-async-action.ts';
import { TryTool } from '../tools/try-tool.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { ScrollBlock } from '../ui/scroll-block.tsx';
import { TextField } from '../ui/text-field.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { providerName } from './provider-words.ts';
import styles from './tools-pane.module.css';

/** Number of tools above which a search field is shown. */
const MANY = 12;

/** The tools of a provider, each with its schema, whether models are offered it, and a form to try it. */
export function ToolsPane({ provider }: { readonly provider: ProviderView }) {
  const [search, setSearch] = useState('');
  const { tools, hash } = provider;
  const wanted = search.trim().toLowerCase();
  const isWanted = ({ name, description }: ProviderTool) => `${name} ${description}`.toLowerCase().includes(wanted);
  if (tools.length === 0) {
    return <EmptyState icon="tool" title="No tools" text="What it declares is listed here once it has started." />;
  }
  return (
    <div className={styles.pane}>
      {tools.length > MANY ? (
        <TextField
          type="search"
          aria-label="Search tools"
          placeholder="Search tools"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : undefined}
      <ul className={styles.tools} aria-label="Tools">
        {tools.map((tool) => (
          // One that is not looked for stays: it may be being tried.
          <li key={`${tool.name} ${hash}`} className={styles.tool} hidden={!isWanted(tool)}>
            <ProviderToolCard provider={provider} tool={tool} />
          </li>
        ))}
      </ul>
      {!tools.some(isWanted) ? <p className={styles.none}>No tool has this name.</p> : undefined}
    </div>
  );
}

function ProviderToolCard({ provider, tool }: { readonly provider: ProviderView; readonly tool: ProviderTool }) {
  const api = useApi();
  const doing = useAsyncAction();
  const [isTrying, setIsTrying] = useState(false);
  const { name, description, hidden, isOffered } = tool;
  const isRunning = provider.state === 'running';
  const offer = (on: boolean) => doing.run(() => api.providers.offer({ id: provider.id, tool: name, on }));
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <VisibleText text={name} />
        </h3>
        <label className={styles.offer}>
          <input
            type="checkbox"
            aria-label={`Offer ${name} to models`}
            checked={isOffered}
            disabled={!isRunning}
            aria-disabled={doing.isBusy}
            onChange={(event) => offer(event.target.checked)}
          />
          offered to models
        </label>
        <Button
          size="small"
          disabled={!isRunning}
          aria-expanded={isTrying}
          aria-label={`Try ${name}`}
          onClick={() => setIsTrying(!isTrying)}
        >
          Try it
        </Button>
      </div>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      {hidden.length === 0 ? undefined : (
        <p className={styles.hidden}>
          <Icon name="warning" size={14} />
          <span>
            It holds characters that are not seen: {hidden.join(', ')}. They are drawn as boxes here, and models are
            told the text without them.
          </span>
        </p>
      )}
      <p className={styles.description}>
        <VisibleText text={description === '' ? 'It has no description.' : description} />
      </p>
      <details className={styles.schema}>
        <summary>Schema of {name}</summary>
        <ScrollBlock label={`Schema of ${name}`} className={styles.code}>
          <VisibleText text={JSON.stringify(tool.parameters, undefined, 2)} />
        </ScrollBlock>
      </details>
      {isTrying ? (
        <TryTool
          tool={tool}
          keptAs={`provider ${provider.workspace} ${providerName(provider)} ${name}`}
          onCall={(args, signal) => api.providers.tryTool({ id: provider.id, tool: name, arguments: args }, { signal })}
        />
      ) : undefined}
    </>
  );
}
