import { type ReactNode, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { CardPicture } from './CardPicture.tsx';
import { ChoosePicture } from './ChoosePicture.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { openPicture, type Picture } from './picture.ts';
import { failureWords, NOTHING_READ, ReadingProgress } from './ReadingProgress.tsx';
import { isReadable, readCardText } from './read-card-text.ts';
import { guessLanguage } from './scan-languages.ts';
import { EMPTY_SCAN, type ScanValues, valuesOf } from './scanned-contact.ts';
import { useReading } from './use-reading.ts';

const NOT_OPENED = 'This picture cannot be opened here. Save it as JPEG or PNG, or take a new photo.';
const TYPED_IN = { values: EMPTY_SCAN, left: [] };

/** What is confirmed: what was read, or nothing where the owner types by themselves. */
interface ToConfirm {
  values: ScanValues;
  left: string[];
}

/**
 * From a photo of a paper card to a contact: read on this device, confirmed by the owner. Neither the photo nor its
 * text leaves the browser.
 */
export function ScanDialog({ onClose }: { onClose: () => void }) {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [languages, setLanguages] = useState(() => [guessLanguage(navigator.languages)]);
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<ToConfirm | null>(null);
  const { reading, start, cancel } = useReading((text) => {
    const card = readCardText(text);
    if (isReadable(card)) setFound(valuesOf(card));
    else setProblem(NOTHING_READ);
  });
  const read = (wanted: Picture) => {
    setPicture(wanted);
    setProblem(undefined);
    setFound(null);
    start(wanted, languages);
  };
  const open = (file: File) => openPicture(file).then(read, () => setProblem(NOT_OPENED));
  const putAside = () => {
    cancel();
    setPicture(null);
    setProblem(undefined);
  };
  const choice = <LanguageChoice chosen={languages} onChoose={setLanguages} />;
  if (!picture) {
    return (
      <ScanFrame onClose={onClose}>
        <div className="space-y-4">
          <ChoosePicture onFile={(file) => void open(file)} error={problem} />
          {choice}
        </div>
      </ScanFrame>
    );
  }
  const failure = reading.step === 'failed' ? failureWords(reading.why) : problem;
  return (
    <ScanFrame onClose={onClose} isWide>
      <div className="grid gap-6 sm:grid-cols-2 sm:items-start">
        <div className="sm:sticky sm:top-0">
          <CardPicture
            picture={picture}
            onTurn={() => read({ ...picture, turns: (picture.turns + 1) % 4 })}
          />
        </div>
        {found ? (
          <ConfirmForm values={found.values} left={found.left} onClose={onClose} />
        ) : failure ? (
          <div className="space-y-4">
            <p role="alert" className="text-danger">
              {failure}
            </p>
            {choice}
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => read(picture)}>Try again</Button>
              <Button variant="secondary" onClick={putAside}>
                Another picture
              </Button>
              <Button variant="secondary" onClick={() => setFound(TYPED_IN)}>
                Type it in
              </Button>
            </div>
          </div>
        ) : (
          <ReadingProgress reading={reading} onCancel={putAside} />
        )}
      </div>
    </ScanFrame>
  );
}

interface ScanFrameProps {
  onClose: () => void;
  isWide?: boolean;
  children: ReactNode;
}

function ScanFrame({ onClose, isWide = false, children }: ScanFrameProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isWide={isWide}
      title="Scan a paper card"
      description="It is read on this device: the picture goes nowhere and is not kept."
    >
      {children}
    </Dialog>
  );
}
