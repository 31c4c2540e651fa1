import { type ComponentType, lazy } from 'react';

/** A part that only adds to a screen, loaded after it. Without a network it is left out, and the screen stays. */
export const lazyAddition = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (component) => ({ default: component }),
      (): { default: ComponentType<Props> } => ({ default: () => null }),
    ),
  );
