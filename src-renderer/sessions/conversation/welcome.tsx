import { AgentOffer } from '../../connect/agent-offer.tsx';
import { NEW_AGENT, useNavigation } from '../../state/navigation.tsx';
import { useAgents } from '../../state/use-agents.ts';
import { Button } from '../../ui/button.tsx';
import styles from './welcome.module.css';

const DEMO_PROMPT = 'Make the greeting friendlier';

export interface WelcomeProps {
  readonly isDemo: boolean;
  /** Whether a model is available. */
  readonly canChat: boolean;
  /** Folder of the session. */
  readonly folder: string | undefined;
  readonly onPrompt: (text: string) => void;
}

/** Content of an empty conversation: what can be done here, and one thing to begin with. */
export function Welcome({ isDemo, canChat, folder, onPrompt }: WelcomeProps) {
  return (
    <section className={styles.welcome} aria-label="Getting started">
      <h2 className={styles.title}>
        {canChat || isDemo ? 'What shall we change?' : 'Type a command, or connect a model to ask for a change.'}
      </h2>
      {canChat || isDemo ? (
        <p className={styles.text}>
          Ask in your own words. You see every command. Anything not proven harmless asks first, and you can undo every
          file change.
        </p>
      ) : undefined}
      {isDemo ? (
        <p className={styles.example}>
          <span>The demo model is scripted and works without a network. It knows this one:</span>
          <Button variant="primary" onClick={() => onPrompt(DEMO_PROMPT)}>
            {DEMO_PROMPT}
          </Button>
        </p>
      ) : undefined}
      {canChat && !isDemo ? (
        <p className={styles.example}>
          <span>For example:</span>
          <Button onClick={() => onPrompt('Explain what this workspace does, in five sentences.')}>
            Explain what this workspace does, in five sentences.
          </Button>
        </p>
      ) : undefined}
      <SampleAgents />
      <div className={styles.offer}>
        <AgentOffer path={folder} />
      </div>
    </section>
  );
}

/** Offer of sample agents if none has been opened yet. */
function SampleAgents() {
  const { open } = useNavigation();
  const agents = useAgents();
  if (agents?.length !== 0) return undefined;
  return (
    <p className={styles.example}>
      <span>An agent of your own is a folder of tools, skills and a prompt:</span>
      <Button onClick={() => open('workspaces', NEW_AGENT)}>Try a sample agent</Button>
    </p>
  );
}
