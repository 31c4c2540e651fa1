import { type ReactNode, useRef, useState } from 'react';
import { useLeaving } from '#app/frame/use-leaving.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { CardPicture } from './CardPicture.tsx';
import { ChoosePicture } from './ChoosePicture.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { openPicture, type ScanPicture } from './picture.ts';
import { ReaderChoice } from './ReaderChoice.tsx';
import { failureWords, NOTHING_READ, ReadingProgress } from './ReadingProgress.tsx';
import type { ScanLanguage } from './reader/messages.ts';
import { type ReadingModel, useReader } from './reader-choice.ts';
import { guessScanLanguage } from './scan-languages.ts';
import {
  type Corrections,
  EMPTY_SCAN,
  findCorrections,
  type Scanned,
  UNCORRECTED,
  withCorrections,
} from './scanned-contact.ts';
import { useCardReading } from './use-card-reading.ts';

const NOT_OPENED = 'This photo can’t be opened here. Save it as JPEG or PNG, or take a new one.';
const TYPED_IN = { values: EMPTY_SCAN, left: [], by: null, text: null, languages: [], turns: 0 };

/** The details to confirm and their reader, or nothing where the owner types by themselves. */
interface ToConfirm extends Scanned {
  by: string | null;
  text: string | null;
  languages: ScanLanguage[];
  /** How the picture was turned then. */
  turns: number;
}

const NOTHING: { shown: ToConfirm | null; corrections: Corrections } = {
  shown: null,
  corrections: UNCORRECTED,
};

/** The details to confirm, which keep what their owner has corrected when the picture is read again. */
function useToConfirm() {
  const [found, setFound] = useState<ToConfirm | null>(null);
  const before = useRef(NOTHING);
  return {
    found,
    show: (read: ToConfirm) => setFound({ ...read, ...withCorrections(read, before.current.corrections) }),
    hide: () => setFound(null),
    /** Notes what the form says now, before it goes. */
    keep(form: Scanned) {
      if (!found) return;
      const corrections = findCorrections(form, found, before.current.corrections);
      before.current = { shown: { ...found, ...form }, corrections };
    },
    /** Shows again what was noted; returns whether anything was. */
    showBefore() {
      setFound(before.current.shown);
      return before.current.shown !== null;
    },
    forget() {
      before.current = NOTHING;
    },
  };
}

/**
 * From a photo of a paper card to a contact, confirmed by the owner: read by the language model if the server has one
 * and the owner wants it, and otherwise on this device, from which neither the photo nor its text goes anywhere
 * (docs/decisions/267).
 */
export function ScanDialog({ onClose }: { onClose: () => void }) {
  const { available, model, choose } = useReader();
  const [picture, setPicture] = useState<ScanPicture | null>(null);
  const { leave, question } = useLeaving(() => picture !== null, onClose);
  /** Who was sent this picture. */
  const [sentTo, setSentTo] = useState<ReadingModel | null>(null);
  const [languages, setLanguages] = useState(() => [guessScanLanguage(navigator.languages)]);
  const [problem, setProblem] = useState<string>();
  const { found, show, hide, keep, showBefore, forget } = useToConfirm();
  const { reading, trouble, start, cancel } = useCardReading(({ found: scanned, ...how }) => {
    if (scanned) show({ ...scanned, ...how, languages });
    else setProblem(NOTHING_READ);
  });
  const read = (wanted: ScanPicture, by: ReadingModel | null, spoken = languages) => {
    setPicture(wanted);
    setLanguages(spoken);
    setProblem(undefined);
    hide();
    start(wanted, spoken, by);
  };
  // A model reads cards in any direction, and is not asked again for nothing. Fields that are there already stay.
  const turn = (shown: ScanPicture) => {
    const turned = { ...shown, turns: (shown.turns + 1) % 4 };
    if (found || (sentTo && !trouble)) setPicture(turned);
    else read(turned, null);
  };
  const open = (file: File) =>
    openPicture(file).then(
      (opened) => {
        setSentTo(model);
        read(opened, model);
      },
      () => setProblem(NOT_OPENED),
    );
  const putAside = () => {
    cancel();
    forget();
    setPicture(null);
    setProblem(undefined);
  };
  const giveUp = () => (showBefore() ? cancel() : putAside());
  const choice = <LanguageChoice chosen={languages} onChoose={setLanguages} />;
  if (!picture) {
    return (
      <ScanFrame reader={model} onClose={onClose}>
        <div className="space-y-4">
          {available && <ReaderChoice available={available} isModel={model !== null} onChoose={choose} />}
          <ChoosePicture onFile={(file) => void open(file)} error={problem} />
          {!model && choice}
        </div>
      </ScanFrame>
    );
  }
  const failure = reading.step === 'failed' ? failureWords(reading.why) : problem;
  const place = trouble
    ? `${trouble} Reading it on this device instead.`
    : sentTo
      ? `With ${sentTo.name} at ${sentTo.host}.`
      : 'On this device.';
  return (
    <ScanFrame reader={sentTo} onClose={leave} question={question} isWide>
      <div className="grid gap-6 sm:grid-cols-2 sm:items-start">
        <div className="sm:sticky sm:top-16">
          <CardPicture picture={picture} onTurn={() => turn(picture)} />
        </div>
        {found ? (
          <ConfirmForm
            {...found}
            isTurned={found.turns !== picture.turns}
            onReadAgain={(spoken, typed) => {
              keep(typed);
              read(picture, null, spoken);
            }}
            {...{ onSaved: onClose, onCancel: leave }}
          />
        ) : failure ? (
          <div className="space-y-4">
            <p role="alert" className="text-danger">
              {failure}
            </p>
            {(!sentTo || trouble) && choice}
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => read(picture, sentTo)}>Try again</Button>
              <Button variant="secondary" onClick={putAside}>
                Another photo
              </Button>
              <Button variant="secondary" onClick={() => showBefore() || show(TYPED_IN)}>
                Type it in
              </Button>
            </div>
          </div>
        ) : (
          <ReadingProgress reading={reading} place={place} onCancel={giveUp} />
        )}
      </div>
    </ScanFrame>
  );
}

interface ScanFrameProps {
  /** Where the picture goes, if anywhere. */
  reader: ReadingModel | null;
  onClose: () => void;
  isWide?: boolean;
  question?: ReactNode;
  children: ReactNode;
}

function ScanFrame({ reader, onClose, isWide = false, question, children }: ScanFrameProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isWide={isWide}
      title="Scan a paper card"
      description={
        reader
          ? `Your photo is sent to ${reader.name} at ${reader.host} and isn’t saved here.`
          : 'Your photo is read on this device and isn’t saved.'
      }
    >
      {children}
      {question}
    </Dialog>
  );
}
