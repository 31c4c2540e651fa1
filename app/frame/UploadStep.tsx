import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '#ui/Button.tsx';
import { FileButton, FileDrop } from '#ui/FileDrop.tsx';
import { Progress } from '#ui/Progress.tsx';
import { toast } from '#ui/Toast.tsx';

interface UploadStepProps {
  icon: LucideIcon;
  /** The invitation to drop a file here. */
  children: ReactNode;
  /** The words of the button that opens the system's file picker. */
  label: string;
  accept: string;
  bytesMax: number;
  /** Said of a file that is larger. */
  tooLarge: string;
  isUploading: boolean;
  /** How much of the file has been sent, from 0 to 1. */
  fraction: number;
  onFile: (file: File) => void;
  className: string;
}

/** The first step of an import: a file, dropped or chosen, and how far its upload has come. */
export function UploadStep(props: UploadStepProps) {
  const { icon: Icon, children, label, accept, isUploading, fraction } = props;
  const take = ([file]: File[]) => {
    if (!file || isUploading) return;
    if (file.size > props.bytesMax) toast({ title: 'Error', description: props.tooLarge, isError: true });
    else props.onFile(file);
  };
  return (
    <FileDrop onFiles={take} className={`border-dashed text-center ${props.className}`}>
      <Icon size={28} className="stroke-[1.25] mx-auto text-gold-ink" />
      {children}
      <div aria-live="polite">
        {isUploading ? (
          <div className="mx-auto max-w-xs space-y-2">
            <Progress label="Upload" fraction={fraction} />
            <p className="text-sm text-ink-2">Uploading...</p>
          </div>
        ) : (
          <FileButton label={label} accept={accept} onFiles={take} className={buttonClass('primary')}>
            {label}
          </FileButton>
        )}
      </div>
    </FileDrop>
  );
}
