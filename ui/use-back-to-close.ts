import { useLayoutEffect, useRef } from 'react';

/** Notes that something lies over the screen, which the function given takes away; answers how to forget it. */
type HoldLayer = (close: () => void) => () => void;

let holdLayer: HoldLayer = () => () => {};

/** Whoever keeps the browser's history lets Back close what lies over the screen. */
export function setLayerHolder(hold: HoldLayer): void {
  holdLayer = hold;
}

/** While it is open, Back closes it instead of leaving the screen below. */
export function useBackToClose(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => (isOpen ? holdLayer(() => latest.current()) : undefined), [isOpen]);
}
