import { type ComponentType, lazy } from 'react';

/** A part that only adds to a screen, loaded after it. Without a network it is left out or `Instead` is shown, and the screen stays. */
export const lazyAddition = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props> = () => null,
) =>
  lazy(() =>
    load()
      .catch(() => Instead)
      .then((component) => ({ default: component })),
  );
