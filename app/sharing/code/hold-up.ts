import { useEffect, useLayoutEffect } from 'react';

/** How a device holds up a code: white, and awake. */

/** The light theme, with a white status bar where there is one: scanners read dark on white best. */
export function useWhiteScreen(): void {
  useLayoutEffect(() => {
    // In a contrast theme, only the code itself is white.
    if (matchMedia('(forced-colors: active)').matches) return;
    const { dataset } = document.documentElement;
    const chosen = dataset.theme;
    const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
    const colors = bars.map(({ content }) => content);
    dataset.theme = 'light';
    for (const bar of bars) bar.content = '#ffffff';
    return () => {
      if (chosen === undefined) delete dataset.theme;
      else dataset.theme = chosen;
      bars.forEach((bar, index) => {
        bar.content = colors[index] ?? '';
      });
    };
  }, []);
}

/** Keeps the screen on; the system ends it whenever the page is hidden (Screen Wake Lock, W3C). */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const keepAwake = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        const next = await navigator.wakeLock.request('screen');
        if (isOver) await next.release();
        else lock = next;
      } catch {
        // The battery is low, or the browser does not allow it: the screen turns off as usual.
      }
    };
    void keepAwake();
    document.addEventListener('visibilitychange', keepAwake);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', keepAwake);
      void lock?.release();
    };
  }, []);
}
