import type { ComponentProps, MouseEvent } from 'react';
import { Spinner } from './Spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border border-transparent bg-ink text-paper hover:opacity-85',
  secondary: 'border border-line bg-surface text-ink hover:border-control',
  quiet: 'text-ink-2 hover:bg-line/50 hover:text-ink',
  danger: 'border border-danger/40 text-danger hover:bg-danger/10',
};
const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 text-sm',
  medium: 'min-h-11 px-5',
};

/** The classes of a button, for links that look like one: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'medium'): string {
  return `press ${VARIANTS[variant]} ${SIZES[size]}`;
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Takes no presses but keeps the focus, and shows a spinner and `pendingLabel` in place of the children. */
  isPending?: boolean;
  pendingLabel?: string;
}

/** A button; `type` defaults to "button". An icon-only button needs an `aria-label`. */
export function Button({
  variant,
  size,
  isPending,
  pendingLabel,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A press of Enter in a form is a click on its button, too. The second click of two may come after a quick answer.
    if (isPending || (isPending === false && event.detail > 1)) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-disabled={isPending || undefined}
      className={`${buttonClass(variant, size)} ${className}`}
    >
      {isPending && <Spinner />}
      {isPending && pendingLabel ? pendingLabel : children}
    </button>
  );
}
