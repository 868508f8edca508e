import type { ComponentPropsWithRef } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: 'primary' | 'default' | 'danger' | 'ghost';
  readonly size?: 'small' | 'medium';
}

export function Button({ variant = 'default', size = 'medium', className, type = 'button', ...rest }: ButtonProps) {
  const look = variant === 'default' ? undefined : styles[variant];
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, look, size === 'small' && styles.small, className)}
    />
  );
}

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> {
  /** The accessible name, also shown as the tooltip. */
  readonly label: string;
  readonly icon: IconName;
  readonly size?: 'small' | 'medium';
}

export function IconButton({ label, icon, size = 'medium', className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(styles.button, styles.icon, size === 'small' && styles.small, className)}
    >
      <Icon name={icon} />
    </button>
  );
}
