import { useEffect, useRef, useState } from 'react';
import { messageOf, urlOf } from '#app/frame/api/call.ts';
import { sendFile } from '#app/frame/api/upload.ts';
import type { ReadPaperCard } from '#shared/people/paper-cards.ts';
import { encodeJpeg, type ScanPicture } from './picture.ts';
import { isReadable, readCardText } from './read-card-text.ts';
import type { ScanLanguage } from './reader/messages.ts';
import type { ReadingModel } from './reader-choice.ts';
import { type Scanned, toFormValues, valuesOfPaperCard } from './scanned-contact.ts';
import { type Reading, useReading } from './use-reading.ts';

/** `sending`: a fraction of 1. `asked`: the model has the picture. */
export type CardReading = Reading | { step: 'sending'; fraction: number } | { step: 'asked' };

/** The details read, null if there are none, and their reader: a sentence for the owner. */
export interface CardRead {
  found: Scanned | null;
  by: string;
  /** The text recognized on this device, from which the fields were taken; null if a model read the card. */
  text: string | null;
  /** Those of the picture that was read. */
  turns: number;
}

const IDLE = { step: 'idle' } as const;
const BY_DEVICE = 'Read on this device.';

const isEmpty = ({ values, left }: Scanned) =>
  left.length === 0 && Object.values(values).every((value) => !value);

/**
 * Reads a card with the language model if one is given, and on this device if there is none or it fails. Whoever leaves
 * ends both: the request is broken off, and so is the server's to the model.
 */
export function useCardReading(onRead: (read: CardRead) => void) {
  const [asking, setAsking] = useState<CardReading>(IDLE);
  /** Why the device reads after all. */
  const [trouble, setTrouble] = useState<string | null>(null);
  const leaving = useRef<AbortController | null>(null);
  const device = useReading((text, { turns }) => {
    const card = readCardText(text);
    const by = trouble ? `${trouble} The card was read on this device instead.` : BY_DEVICE;
    onRead({ found: isReadable(card) ? toFormValues(card) : null, by, text, turns });
  });
  useEffect(() => () => leaving.current?.abort(), []);

  const cancel = () => {
    leaving.current?.abort();
    leaving.current = null;
    setAsking(IDLE);
    setTrouble(null);
    device.cancel();
  };

  const ask = async (picture: ScanPicture, languages: ScanLanguage[], { name, host }: ReadingModel) => {
    const own = new AbortController();
    const { signal } = own;
    leaving.current = own;
    const onProgress = (fraction: number) =>
      signal.aborted || setAsking(fraction < 1 ? { step: 'sending', fraction } : { step: 'asked' });
    onProgress(0);
    let reason: string;
    try {
      const file = await encodeJpeg(picture);
      if (signal.aborted) return;
      const sent = { file, name: 'card.jpg', onProgress, signal };
      const answer = await sendFile<ReadPaperCard>(urlOf('POST /api/contacts/scan'), sent);
      if (signal.aborted) return;
      if (answer.card) {
        setAsking(IDLE);
        const found = valuesOfPaperCard(answer.card);
        const by = `Read by ${name} at ${host}.`;
        return onRead({ found: isEmpty(found) ? null : found, by, text: null, turns: picture.turns });
      }
      reason = answer.reason ?? '';
    } catch (error) {
      if (signal.aborted) return;
      reason = messageOf(error, 'AI isn’t available right now.');
    }
    setAsking(IDLE);
    setTrouble(reason);
    device.start(picture, languages);
  };

  const start = (picture: ScanPicture, languages: ScanLanguage[], model: ReadingModel | null) => {
    // A worker that is at rest is kept for the next picture.
    leaving.current?.abort();
    if (!model) return device.start(picture, languages);
    setTrouble(null);
    void ask(picture, languages, model);
  };
  const reading = asking.step === 'idle' ? device.reading : asking;
  return { reading, trouble, start, cancel };
}
