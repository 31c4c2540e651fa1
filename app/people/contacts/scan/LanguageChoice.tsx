import { useState } from 'react';
import { Checkbox } from '#ui/Choice.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { SCAN_LANGUAGES, type ScanLanguage } from './reader/messages.ts';

const CODES = Object.keys(SCAN_LANGUAGES) as ScanLanguage[];

interface LanguageChoiceProps {
  chosen: ScanLanguage[];
  onChoose: (languages: ScanLanguage[]) => void;
}

/** The languages on the card; at least one. Data of each is loaded when it is first read. */
export function LanguageChoice({ chosen, onChoose }: LanguageChoiceProps) {
  const [isOpen, setIsOpen] = useState(false);
  const toggle = (code: ScanLanguage) => {
    const next = CODES.filter((one) => (one === code ? !chosen.includes(one) : chosen.includes(one)));
    if (next.length > 0) onChoose(next);
  };
  const named = chosen.map((code) => SCAN_LANGUAGES[code]).join(', ');
  return (
    <Disclosure isQuiet label={`The card is in ${named}`} isOpen={isOpen} onChange={setIsOpen}>
      <fieldset className="grid grid-cols-2 sm:grid-cols-3">
        <legend className="sr-only">Languages on the card</legend>
        {CODES.map((code) => (
          <Checkbox
            key={code}
            label={SCAN_LANGUAGES[code]}
            checked={chosen.includes(code)}
            onChange={() => toggle(code)}
          />
        ))}
      </fieldset>
    </Disclosure>
  );
}
