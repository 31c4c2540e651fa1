import { useEffect, useRef, useState } from 'react';
import { tagLink } from '#shared/sharing/nfc.ts';
import { useAddTag, useChangeTag } from './nfc.queries.ts';
import { explainNfcError, lockTag, readTag, writeTag } from './web-nfc.ts';

/** Where the writing of a tag stands; `locked` is not noted in the list yet. */
export type WriterStep = 'begin' | 'write' | 'check' | 'ask' | 'lock' | 'locked' | 'done';

interface Writing {
  cardId: string;
  mainPath: string;
  /** A tag that is listed and not written yet. */
  number?: number;
  /** True if to offer to lock it. */
  isToLock: boolean;
}

const MISMATCH = 'This tag contains something else. Hold the tag you just wrote, or write it again.';

/** The step that is shown, and how one is taken: the next one, and leaving the dialog, end its waiting for a tag. */
function useSteps() {
  const [step, setStep] = useState<WriterStep>('begin');
  const [problem, setProblem] = useState<string | null>(null);
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => () => waiting.current?.abort(), []);

  /** Runs one step; if it fails, says why and goes back to `from`. */
  async function run(from: WriterStep, act: (signal: AbortSignal) => Promise<WriterStep>): Promise<void> {
    waiting.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    waiting.current = controller;
    setProblem(null);
    try {
      const next = await act(signal);
      if (!signal.aborted) setStep(next);
    } catch (error) {
      if (signal.aborted) return;
      setStep(from);
      setProblem(error instanceof DOMException ? explainNfcError(error) : null);
    }
  }

  return { step, setStep, problem, setProblem, run };
}

/**
 * Writes a card's link to a tag, reads it back and, if asked to, locks it. A tag that was given a number keeps it if
 * writing fails, so that trying again makes no second one.
 */
export function useTagWriter({ cardId, mainPath, number, isToLock }: Writing) {
  const { step, setStep, problem, setProblem, run } = useSteps();
  const own = useRef(number);
  /** The name with which it was listed here; null before. */
  const named = useRef<string | null>(null);
  /** True once the tag is locked, which cannot be done twice. */
  const isLocked = useRef(false);
  const add = useAddTag(cardId);
  const change = useChangeTag(cardId);

  const linkOf = () => tagLink(window.location.origin, mainPath, own.current ?? 0);

  async function check(signal: AbortSignal): Promise<WriterStep> {
    setStep('check');
    for (;;) {
      if ((await readTag(signal)) === linkOf()) break;
      setProblem(MISMATCH);
    }
    setProblem(null);
    await change.mutateAsync({ number: own.current ?? 0, isWritten: true });
    return isToLock ? 'ask' : 'done';
  }

  async function lock(signal: AbortSignal): Promise<WriterStep> {
    setStep('lock');
    await lockTag(signal);
    isLocked.current = true;
    return 'lock';
  }

  async function saveLock(): Promise<WriterStep> {
    await change.mutateAsync({ number: own.current ?? 0, isLocked: true });
    return 'done';
  }

  return {
    step,
    problem,
    isSaving: change.isPending,
    begin: (name: string) =>
      run('begin', async (signal) => {
        if (own.current === undefined) own.current = (await add.mutateAsync(name)).number;
        else if (named.current !== null && name !== named.current)
          await change.mutateAsync({ number: own.current, name });
        named.current = name;
        setStep('write');
        await writeTag(linkOf(), signal);
        return check(signal);
      }),
    lock: async () => {
      if (!isLocked.current) await run('ask', lock);
      if (isLocked.current) await run('locked', saveLock);
    },
    leaveUnlocked: () => setStep('done'),
    writeAgain: () =>
      run('begin', async (signal) => {
        setStep('write');
        await writeTag(linkOf(), signal);
        return check(signal);
      }),
  };
}
