import type { BuiltInRule, RulesState } from '#contract';
import { Banner } from '../../ui/banner.tsx';
import styles from './rules-pane.module.css';

const GROUPS: readonly { readonly tier: BuiltInRule['tier']; readonly name: string }[] = [
  { tier: 'ban', name: 'Always refused' },
  { tier: 'always-ask', name: 'Always asked' },
  { tier: 'unless-named', name: 'Asked, unless a rule names the program' },
  { tier: 'preset', name: 'Read-only preset' },
];

/** List of the rules that apply by themselves, strongest first, and whether the box works. */
export function BuiltInRules({ state }: { readonly state: RulesState }) {
  return (
    <section className={styles.section} aria-label="Built in" data-section="built-in">
      <h2 className={styles.heading}>Built in</h2>
      <Sandbox state={state} />
      <dl className={styles.builtIn}>
        {GROUPS.map(({ tier, name }) => (
          <div key={tier}>
            <dt>{name}</dt>
            <dd>
              <ul className={styles.builtInList} aria-label={name}>
                {state.builtIn
                  .filter((rule) => rule.tier === tier)
                  .map((rule) => (
                    <li key={rule.name}>{rule.words}.</li>
                  ))}
              </ul>
            </dd>
          </div>
        ))}
        <div>
          <dt>Everything else</dt>
          <dd>Is asked about, unless a rule of yours or the permission mode of the session covers it.</dd>
        </div>
      </dl>
      <p className={styles.note}>Your rules are kept in {state.file}; a cloned folder brings none along.</p>
    </section>
  );
}

function Sandbox({ state: { sandbox } }: { readonly state: RulesState }) {
  if (sandbox.works) {
    return (
      <Banner level="success" title="The read-only box works.">
        Commands that only read run in {sandbox.program ?? 'bubblewrap'}: no writing, no network, a private /tmp.
      </Banner>
    );
  }
  return (
    <Banner level="warning" title="No box works here, so commands that only read ask, too.">
      {sandbox.why ?? 'bubblewrap was not found: install the package bubblewrap.'}
    </Banner>
  );
}
