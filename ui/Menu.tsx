import { cloneElement } from 'react';
import type { MenuProps } from './OpenMenu.tsx';
import { useLate } from './use-late.ts';

const loadMenu = () => import('./OpenMenu.tsx');

/**
 * A dropdown menu of actions. Its code is loaded when the pointer comes near: few menus of a long list are ever opened.
 */
export function Menu({ trigger, items }: MenuProps) {
  const { opened, opener } = useLate(loadMenu, 'menu');
  if (opened) return <opened.OpenMenu trigger={trigger} items={items} isByKey={opened.isByKey} />;
  return cloneElement(trigger, opener);
}
