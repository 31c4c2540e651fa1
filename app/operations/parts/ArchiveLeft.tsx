import { urlOf } from '#app/frame/api/call.ts';
import { buttonClass } from '#ui/Button.tsx';
import { DoneButton } from '#ui/FormButtons.tsx';

export const archiveUrl = (id: string): string => urlOf('GET /api/admin/archives/{id}', { params: { id } });

interface ArchiveLeftProps {
  /** The deletion, as a sentence. */
  text: string;
  archive: string;
  onClose: () => void;
}

/** An account was deleted, and its archive can be taken. */
export const ArchiveLeft = ({ text, archive, onClose }: ArchiveLeftProps) => (
  <div className="grid gap-5">
    <p>{text}</p>
    <DoneButton onClick={onClose}>
      <a href={archiveUrl(archive)} download className={buttonClass('secondary')}>
        Download Archive
      </a>
    </DoneButton>
  </div>
);
