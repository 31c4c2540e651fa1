import { type MouseEvent, useState } from 'react';
import { toast } from './Toast.tsx';

/**
 * What a button opens: fetched when a hand comes near, and there once it was pressed. Spread `opener` on the button.
 * `isByKey` tells that no pointer pressed it.
 */
export function useLate<Module>(load: () => Promise<Module>, popup: 'menu' | 'dialog') {
  const [opened, setOpened] = useState<(Module & { isByKey: boolean }) | null>(null);
  const sayFailed = () =>
    toast({
      title: 'Error',
      description: 'The menu could not be loaded. Please try again.',
      isError: true,
    });
  const prepare = () => void load().catch(() => {});
  const opener = {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: ({ detail }: MouseEvent) => {
      void load().then((module) => setOpened({ ...module, isByKey: detail === 0 }), sayFailed);
    },
  };
  return { opened, opener };
}
