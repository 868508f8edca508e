import styles from './icon.module.css';
import { iconPaths } from './icon-paths.ts';

export type IconName = keyof typeof iconPaths;

export interface IconProps {
  readonly name: IconName;
  /** Size in pixels. */
  readonly size?: 14 | 16 | 18 | 20 | 24;
}

/** A small drawing beside words or inside a named button; screen readers pass over it. */
export function Icon({ name, size = 16 }: IconProps) {
  return (
    <svg
      className={styles.icon}
      data-icon={name}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
