import { CloudCheck, CloudOff, LoaderCircle } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import type { DraftState } from './drafts/draft-state.ts';

const STATES = {
  saving: { text: 'Saving draft…', Icon: LoaderCircle },
  saved: { text: 'Draft saved', Icon: CloudCheck },
  waiting: { text: 'Offline: draft saved on this device', Icon: CloudOff },
  signedOut: { text: 'Session ended: draft saved on this device', Icon: CloudOff },
  unkept: { text: 'Draft not saved', Icon: CloudOff },
};

interface DraftStatusProps {
  status: Exclude<DraftState['status'], 'none'>;
  isKept: boolean;
  onDiscard: () => void;
}

/** Where what was typed is, in a word; on a phone as a sign beside the button. */
export function DraftStatus({ status, isKept, onDiscard }: DraftStatusProps) {
  const { text, Icon } = STATES[isKept ? status : 'unkept'];
  return (
    <div className="ml-auto flex min-w-0 items-center gap-2 text-sm text-ink-2">
      <span role="status" title={text} className="flex min-w-0 items-center gap-1.5">
        <Icon size={18} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
        <span className="truncate max-sm:sr-only">{text}</span>
      </span>
      <Button variant="quiet" size="small" className="max-sm:hidden" onClick={onDiscard}>
        Discard draft
      </Button>
    </div>
  );
}
