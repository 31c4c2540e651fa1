import { type ComponentType, useEffect, useState } from 'react';
import { sayPartFailed } from '#ui/part-failed.ts';

interface Closable {
  onClose: () => void;
}

/**
 * A dialog, or a bar in place of another, whose code is loaded when it is opened. If loading fails, it is closed, a
 * message says so, and the next press tries again; `React.lazy` would take the screen down and never retry. Once loaded,
 * it is there at once.
 */
export function lazyDialog<Props extends Closable>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  return (props: Props) => {
    const [Dialog, setDialog] = useState(() => loaded);
    // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it is opened
    useEffect(() => {
      let isOpen = true;
      const show = (dialog: ComponentType<Props>) => {
        loaded = dialog;
        if (isOpen) setDialog(() => dialog);
      };
      const giveUp = () => {
        if (!isOpen) return;
        props.onClose();
        void sayPartFailed();
      };
      load().then(show, giveUp);
      return () => {
        isOpen = false;
      };
    }, []);
    return Dialog && <Dialog {...props} />;
  };
}
