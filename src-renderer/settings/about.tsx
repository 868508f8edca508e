import { useAppInfo } from '../state/app-info.tsx';
import { formatFullTime } from '../ui/format.ts';
import styles from './about.module.css';

const TARGETS = { electron: 'Desktop window', browser: 'Browser', console: 'Terminal' } as const;

export function About() {
  const info = useAppInfo();
  if (info === undefined) return undefined;
  const facts = [
    ['Version', info.version],
    ['Runs in', TARGETS[info.target]],
    ['System', info.platform],
    ['Workspace', info.workspace.path],
    ['Data folder', info.dataFolder],
    ['App log', info.logFile],
    ['Started', formatFullTime(info.startedAt)],
  ] as const;
  return (
    <section className={styles.about} aria-label="About">
      <h2 className={styles.name}>
        <span className={styles.mark} aria-hidden="true">
          Σ
        </span>
        Sigma Shell
      </h2>
      <p>
        A terminal with a language model beside it, where nothing an agent does is hidden and nothing it did is lost.
      </p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        MIT licence. The licences of the packages it is made from lie beside the app, in the file LICENSE and in each
        package’s folder.
      </p>
    </section>
  );
}
