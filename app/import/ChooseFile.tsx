import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { IMPORT_BYTES_MAX } from '#shared/constants.ts';
import { buttonClass } from '#ui/Button.tsx';
import { FileButton, FileDrop } from '#ui/FileDrop.tsx';
import { Progress } from '#ui/Progress.tsx';
import { toast } from '#ui/Toast.tsx';
import { useUploadContacts } from './import.queries.ts';

/** The first step: a file, dropped or chosen. */
export function ChooseFile() {
  const [fraction, setFraction] = useState(0);
  const upload = useUploadContacts(setFraction);
  const take = ([file]: File[]) => {
    if (!file || upload.isPending) return;
    if (file.size > IMPORT_BYTES_MAX) {
      toast({
        title: 'Error',
        description: 'This file is larger than 50 MB. Split it and import the parts.',
        isError: true,
      });
      return;
    }
    setFraction(0);
    upload.mutate(file);
  };
  return (
    <FileDrop onFiles={take} className="border-dashed px-6 py-12 text-center">
      <FileUp size={28} strokeWidth={1.25} aria-hidden="true" className="mx-auto text-gold-ink" />
      <h2 className="mt-4 font-display text-xl">Drop a file here</h2>
      <p className="mx-auto mt-2 max-w-md text-balance text-ink-2">
        A contact file (.vcf), a table (.csv) or contacts exported from Goldleaf (.json), up to 50 MB and
        50,000 people. You see what will happen before anything does.
      </p>
      <div className="mt-6" aria-live="polite">
        {upload.isPending ? (
          <div className="mx-auto max-w-xs space-y-2">
            <Progress label="Upload" fraction={fraction} />
            <p className="text-sm text-ink-2">Uploading...</p>
          </div>
        ) : (
          <FileButton
            label="Choose a file"
            accept=".vcf,.csv,.json,.txt,text/vcard,text/x-vcard,text/csv,application/json,text/plain"
            onFiles={take}
            className={buttonClass('primary')}
          >
            Choose a file
          </FileButton>
        )}
      </div>
    </FileDrop>
  );
}
