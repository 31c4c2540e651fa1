import { type ComponentType, useEffect, useState } from 'react';
import { sayPartFailed } from '#ui/part-failed.ts';

interface Closable {
  onClose: () => void;
}

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A dialog, or a bar in place of another, whose code is loaded when it is opened. If loading fails, it is closed, a
 * message says so, and the next press tries again; `React.lazy` would take the screen down and never retry.
 */
export const lazyDialog =
  <Props extends Closable>(load: Load<Props>) =>
  (props: Props) => <LazyDialog load={load} dialogProps={props} />;

function LazyDialog<Props extends Closable>({
  load,
  dialogProps,
}: {
  load: Load<Props>;
  dialogProps: Props;
}) {
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType<Props> } | null>(null);
  const { onClose } = dialogProps;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it is opened
  useEffect(() => {
    let isOpen = true;
    const show = (Dialog: ComponentType<Props>) => isOpen && setLoaded({ Dialog });
    const giveUp = () => {
      if (!isOpen) return;
      onClose();
      void sayPartFailed();
    };
    load().then(show, giveUp);
    return () => {
      isOpen = false;
    };
  }, []);
  return loaded && <loaded.Dialog {...dialogProps} />;
}
