import { type ReactNode, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { CardPicture } from './CardPicture.tsx';
import { ChoosePicture } from './ChoosePicture.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { openPicture, type ScanPicture } from './picture.ts';
import { ReadAgain } from './ReadAgain.tsx';
import { ReaderChoice } from './ReaderChoice.tsx';
import { failureWords, NOTHING_READ, ReadingProgress } from './ReadingProgress.tsx';
import { type ReadingModel, useReader } from './reader-choice.ts';
import { guessScanLanguage } from './scan-languages.ts';
import { EMPTY_SCAN, type Scanned } from './scanned-contact.ts';
import { useCardReading } from './use-card-reading.ts';

const NOT_OPENED = 'This photo can’t be opened here. Save it as JPEG or PNG, or take a new one.';
const TYPED_IN = { values: EMPTY_SCAN, left: [], by: null, text: null };

/** The details to confirm and their reader, or nothing where the owner types by themselves. */
interface ToConfirm extends Scanned {
  by: string | null;
  text: string | null;
}

/**
 * From a photo of a paper card to a contact, confirmed by the owner: read by the language model if the server has one
 * and the owner wants it, and otherwise on this device, from which neither the photo nor its text goes anywhere
 * (docs/decisions/267).
 */
export function ScanDialog({ onClose }: { onClose: () => void }) {
  const { available, model, choose } = useReader();
  const [picture, setPicture] = useState<ScanPicture | null>(null);
  /** Who was sent this picture. */
  const [sentTo, setSentTo] = useState<ReadingModel | null>(null);
  const [languages, setLanguages] = useState(() => [guessScanLanguage(navigator.languages)]);
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<ToConfirm | null>(null);
  const { reading, trouble, start, cancel } = useCardReading((read) => {
    if (read.found) setFound({ ...read.found, by: read.by, text: read.text });
    else setProblem(NOTHING_READ);
  });
  const read = (wanted: ScanPicture, by: ReadingModel | null, spoken = languages) => {
    setPicture(wanted);
    setLanguages(spoken);
    setProblem(undefined);
    setFound(null);
    start(wanted, spoken, by);
  };
  // A model reads cards in any direction, and is not asked again for nothing.
  const turn = (shown: ScanPicture) => {
    const turned = { ...shown, turns: (shown.turns + 1) % 4 };
    if (sentTo && !trouble) setPicture(turned);
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
    setPicture(null);
    setProblem(undefined);
  };
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
    <ScanFrame reader={sentTo} onClose={onClose} isWide>
      <div className="grid gap-6 sm:grid-cols-2 sm:items-start">
        <div className="sm:sticky sm:top-16">
          <CardPicture picture={picture} onTurn={() => turn(picture)} />
        </div>
        {found ? (
          <div className="space-y-5">
            {found.text !== null && (
              <ReadAgain
                text={found.text}
                readIn={languages}
                onRead={(spoken) => read(picture, null, spoken)}
              />
            )}
            <ConfirmForm {...found} onClose={onClose} />
          </div>
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
              <Button variant="secondary" onClick={() => setFound(TYPED_IN)}>
                Type it in
              </Button>
            </div>
          </div>
        ) : (
          <ReadingProgress reading={reading} place={place} onCancel={putAside} />
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
  children: ReactNode;
}

function ScanFrame({ reader, onClose, isWide = false, children }: ScanFrameProps) {
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
    </Dialog>
  );
}
