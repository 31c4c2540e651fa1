import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { guessTextLanguage } from './lines/text-language.ts';
import { SCAN_LANGUAGES, type ScanLanguage } from './reader/messages.ts';

interface ReadAgainProps {
  text: string;
  readIn: ScanLanguage[];
  /** The photo was turned since it was read. */
  isTurned: boolean;
  onRead: (languages: ScanLanguage[]) => void;
}

const namesOf = (languages: readonly ScanLanguage[]) =>
  languages.map((code) => SCAN_LANGUAGES[code]).join(' and ');

/** Offers to read a turned card, and one in another language: at once if it seems to be in one, otherwise by choosing. */
export function ReadAgain({ text, readIn, isTurned, onRead }: ReadAgainProps) {
  const [chosen, setChosen] = useState(readIn);
  const seems = guessTextLanguage(text, readIn);
  const isChosen = chosen.join() !== readIn.join();
  const other = isTurned ? readIn : null;
  const wanted = isChosen ? chosen : seems ? [seems] : other;
  return (
    <div className="space-y-2">
      {seems && (
        <p role="status">
          This card seems to be in {SCAN_LANGUAGES[seems]}. It was read in {namesOf(readIn)}.
        </p>
      )}
      {wanted && (
        <Button variant="secondary" size="small" onClick={() => onRead(wanted)}>
          Read again in {namesOf(wanted)}
        </Button>
      )}
      <LanguageChoice chosen={chosen} onChoose={setChosen} />
    </div>
  );
}
