import styles from './switch.module.css';

interface SwitchProps {
  /** Accessible name, such as `Telegram is on`. */
  readonly label: string;
  readonly isOn: boolean;
  /** Says why nothing happens when it stays where it is; shown by the pointer. */
  readonly title?: string;
  readonly isDisabled?: boolean;
  readonly onToggle: () => void;
}

/** Turns something on and off at once. A disabled one keeps the focus, so that it can be read. */
export function Switch({ label, isOn, title, isDisabled = false, onToggle }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={isOn}
      aria-label={label}
      title={title}
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onToggle}
    />
  );
}
