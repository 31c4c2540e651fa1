import { cloneElement } from 'react';
import type { User } from '#shared/accounts/account.ts';
import { pickInitials } from '#ui/initials.ts';
import { useLate } from '#ui/use-late.ts';

const loadMenu = () => import('./OpenAccountMenu.tsx');

/**
 * On every signed-in screen: settings, subscription, theme and sign-out, loaded when the pointer comes near. Its name
 * is text beside the initials: as `aria-label` it would contradict what is visible (WCAG 2.5.3).
 */
export function AccountMenu({ user }: { user: User }) {
  const { opened, opener } = useLate(loadMenu, 'menu');
  const trigger = (
    <button
      type="button"
      title={user.fullName}
      className="grid size-11 place-items-center rounded-full border border-line bg-surface text-sm font-medium hover:border-control data-[state=open]:border-control"
    >
      <span aria-hidden="true">{pickInitials(user.fullName)}</span>
      <span className="sr-only">Account menu</span>
    </button>
  );
  if (!opened) return cloneElement(trigger, opener);
  return <opened.OpenAccountMenu user={user} trigger={trigger} isByKey={opened.isByKey} />;
}
