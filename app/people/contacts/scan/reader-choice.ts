import { useState } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';

/** Who reads a card: this device, or the language model that the server is set up with. */

export interface ReadingModel {
  /** Like "gpt-4.1-mini" at "api.openai.com". */
  name: string;
  host: string;
}

/** On this device: people who want to keep pictures on it should not have to say so each time. */
const KEY = 'scan-reader';

function recallChoice(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/**
 * The model that may read a card, and the one that will: null where there is none, where the owner switched it off in
 * the settings, and until both are known.
 */
export function useReader() {
  const { data: account } = useAccount();
  const available = account?.settings.usesLanguageModel ? account.abilities.languageModel : null;
  const [isDevice, setIsDevice] = useState(() => recallChoice() === 'device');
  const choose = (reader: 'model' | 'device') => {
    setIsDevice(reader === 'device');
    try {
      localStorage.setItem(KEY, reader);
    } catch {
      // Storage is off or full: the choice lasts until the dialog is closed.
    }
  };
  return { available, model: isDevice ? null : available, choose };
}
