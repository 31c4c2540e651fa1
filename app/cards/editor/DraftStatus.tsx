import { CloudCheck, CloudOff, LoaderCircle } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import type { DraftState } from './drafts/draft-state.ts';

const STATES = {
  saving: { text: 'Saving draft…', short: 'Saving…', Icon: LoaderCircle },
  saved: { text: 'Draft saved', short: 'Saved', Icon: CloudCheck },
  waiting: { text: 'Offline: draft saved on this device', short: 'Offline', Icon: CloudOff },
  signedOut: { text: 'Session ended: draft saved on this device', short: 'Signed out', Icon: CloudOff },
  unkept: { text: 'Draft not saved', short: 'Not saved', Icon: CloudOff },
};

interface DraftStatusProps {
  status: Exclude<DraftState['status'], 'none'>;
  isKept: boolean;
  onDiscard: () => void;
}

/** Where what was typed is, in a word; on a phone in a shorter one, and on the narrowest for screen readers alone. */
export function DraftStatus({ status, isKept, onDiscard }: DraftStatusProps) {
  const { text, short, Icon } = STATES[isKept ? status : 'unkept'];
  return (
    <div className="flex min-w-0 items-center gap-1 text-sm text-ink-2 max-md:order-1">
      <Button variant="quiet" size="small" className="max-xl:hidden" onClick={onDiscard}>
        Discard draft
      </Button>
      <span role="status" title={text} className="flex min-w-0 items-center gap-1.5">
        <Icon size={18} className="shrink-0 max-md:hidden" />
        <span className="truncate max-lg:sr-only">{text}</span>
        <span aria-hidden="true" className="truncate max-[374px]:hidden lg:hidden">
          {short}
        </span>
      </span>
    </div>
  );
}
