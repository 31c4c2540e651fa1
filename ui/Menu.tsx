import { cloneElement } from 'react';
import type { MenuProps } from './OpenMenu.tsx';
import { useLate } from './use-late.ts';

/** `prepare`: what the items wait for, begun whenever the pointer comes near; without it they are shown as they are. */
interface LateMenuProps extends MenuProps {
  prepare?: () => Promise<unknown>;
}

/** Longer, no menu keeps anyone waiting. */
const WAIT_MS = 1_000;

const loadMenu = async (prepare: LateMenuProps['prepare']) => {
  const prepared = prepare?.().catch(() => {});
  const menu = await import('./OpenMenu.tsx');
  await Promise.race([prepared, prepared && new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  return menu;
};

/**
 * A dropdown menu of actions. Its code is loaded when the pointer comes near: few menus of a long list are ever opened.
 */
export function Menu({ trigger, items, prepare }: LateMenuProps) {
  const { opened, opener } = useLate(() => loadMenu(prepare), 'menu');
  if (!opened) return cloneElement(trigger, opener);
  const again = () => void prepare?.().catch(() => {});
  const known = cloneElement(trigger, { onPointerEnter: again, onFocus: again });
  return <opened.OpenMenu trigger={known} items={items} isByKey={opened.isByKey} />;
}
