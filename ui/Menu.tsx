import { cloneElement, useState } from 'react';
import type { MenuProps } from './OpenMenu.tsx';
import { toast } from './Toast.tsx';

const load = () => import('./OpenMenu.tsx');

/** A dropdown menu of actions. What draws it is fetched when a hand comes near: a list of tiles opens few of its menus. */
export function Menu({ trigger, items }: MenuProps) {
  const [opened, setOpened] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  if (opened) return <opened.OpenMenu trigger={trigger} items={items} />;
  const open = () =>
    load().then(setOpened, () =>
      toast({
        title: 'Error',
        description: 'The menu could not be loaded. Please try again.',
        isError: true,
      }),
    );
  const prepare = () => void load().catch(() => {});
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => void open(),
  });
}
