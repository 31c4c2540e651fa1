import { useLayoutEffect, useRef } from 'react';

/** Registers something that lies over the screen, with the function that closes it; returns one that unregisters it. */
type HoldLayer = (close: () => void) => () => void;

let holdLayer: HoldLayer = () => () => {};

/** Lets the module that owns the browser's history make Back close what lies over the screen. */
export function setLayerHolder(hold: HoldLayer): void {
  holdLayer = hold;
}

/** While it is open, Back closes it instead of leaving the screen below. */
export function useBackToClose(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => (isOpen ? holdLayer(() => latest.current()) : undefined), [isOpen]);
}
