import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Person } from '#shared/people/contacts.ts';
import { followArrivals } from './follow-arrivals.ts';
import { askCounts, hasChanged, readArrivals } from './read-arrivals.ts';

/** However many come at once, the lists are asked no more often than this. */
const PAUSE_MS = 2_000;
const RETRY_MS = 15_000;
/** Scrolled no farther than this, the first rows are in sight. */
const TOP_PX = 120;

interface LiveContactsProps {
  isHeld: boolean;
  /** Called with true while the counts may include people whom the lists do not show yet, or the other way round. */
  onBehind: (isBehind: boolean) => void;
}

/**
 * Shows people in the lists of this screen as they come, and says their names to screen readers. They are held back while
 * contacts are selected: the next press would meet the row above the one it was meant for.
 */
export function LiveContacts({ isHeld, onBehind }: LiveContactsProps) {
  const client = useQueryClient();
  const hold = useHold(isHeld);
  const [people, setPeople] = useState<Person[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    let isDue = false;
    let isReading = false;
    const read = async () => {
      isDue = true;
      onBehind(true);
      if (isReading) return;
      isReading = true;
      while (isDue && !leaving.signal.aborted) {
        isDue = false;
        const counted = askCounts(client);
        const free = () => untilFree(hold, leaving.signal);
        await free();
        const found = await readArrivals(client, free, leaving.signal).catch(() => null);
        if (found && found.length > 0) setPeople(found);
        // A read that failed is made again.
        if (!found) isDue = true;
        if ((await counted) && !isDue) onBehind(false);
        await new Promise((resolve) => setTimeout(resolve, found ? PAUSE_MS : RETRY_MS));
      }
      isReading = false;
    };
    const stop = followArrivals({
      onArrival: read,
      onOpen: async () => {
        if (await hasChanged(client)) await read();
      },
    });
    return () => {
      leaving.abort();
      stop();
    };
  }, [client, hold, onBehind]);
  return (
    <p aria-live="polite" className="sr-only">
      {sayArrivals(people)}
    </p>
  );
}

/** "Ada Lovelace is new in your contacts." */
function sayArrivals([person, ...others]: Person[]): string {
  if (!person) return '';
  if (others.length > 0) return `${others.length + 1} people are new in your contacts.`;
  return `${person.fullName} is new in your contacts.`;
}

/** A promise that is pending while something is held. */
function useHold(isHeld: boolean): RefObject<Promise<void>> {
  const hold = useRef(Promise.resolve());
  useEffect(() => {
    if (!isHeld) return;
    let release = () => {};
    hold.current = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }, [isHeld]);
  return hold;
}

/** Resolves once rows may be put above the others. */
async function untilFree(hold: RefObject<Promise<void>>, signal: AbortSignal): Promise<void> {
  let passed: Promise<void> | undefined;
  while (passed !== hold.current) {
    passed = hold.current;
    await passed;
    await atTop(signal);
  }
}

/** Resolves once the beginning of the page is in sight: rows put above what someone reads would push it away. */
const atTop = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (window.scrollY > TOP_PX && !signal.aborted) return;
      window.removeEventListener('scroll', check);
      resolve();
    };
    window.addEventListener('scroll', check, { passive: true });
    signal.addEventListener('abort', check);
    check();
  });
