import { cloneElement } from 'react';
import type { MenuProps } from './OpenMenu.tsx';
import { useLate } from './use-late.ts';

const load = () => import('./OpenMenu.tsx');

/** A dropdown menu of actions. What draws it is fetched when a hand comes near: a list of tiles opens few of its menus. */
export function Menu({ trigger, items }: MenuProps) {
  const { opened, opener } = useLate(load, 'menu');
  if (opened) return <opened.OpenMenu trigger={trigger} items={items} isByKey={opened.isByKey} />;
  return cloneElement(trigger, opener);
}
