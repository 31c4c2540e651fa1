import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { sayPartFailed } from './part-failed.ts';

/**
 * Loads what a button opens when the pointer comes near, and mounts it once pressed. Spread `opener` on the button.
 * `isByKey` tells that it was pressed without a pointer.
 */
export function useLate<Module>(load: () => Promise<Module>, popup: 'menu' | 'dialog') {
  const [opened, setOpened] = useState<(Module & { isByKey: boolean }) | null>(null);
  const prepare = () => void load().catch(() => {});
  const open = (isByKey: boolean) =>
    void load().then(
      (module) => setOpened({ ...module, isByKey }),
      () => sayPartFailed(),
    );
  const opener = {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: ({ detail }: MouseEvent) => open(detail === 0),
    onKeyDown(event: KeyboardEvent) {
      if (popup !== 'menu' || event.key !== 'ArrowDown') return;
      event.preventDefault();
      open(true);
    },
  };
  return { opened, opener };
}
