import { FileUp } from 'lucide-react';
import { UploadStep } from '#app/frame/UploadStep.tsx';
import { IMPORT_BYTES_MAX } from '#shared/contract/constants.ts';
import { useUploadContacts } from './import.queries.ts';

/** The first step: a file, dropped or chosen. */
export function ChooseFile() {
  const { send, isUploading, fraction } = useUploadContacts();
  return (
    <UploadStep
      icon={FileUp}
      label="Choose a file"
      accept=".vcf,.csv,.json,.txt,text/vcard,text/x-vcard,text/csv,application/json,text/plain"
      bytesMax={IMPORT_BYTES_MAX}
      tooLarge="This file is larger than 50 MB. Split it and import each part."
      isUploading={isUploading}
      fraction={fraction}
      onFile={send}
      className="px-6 py-12"
    >
      <h2 className="mt-4 font-display text-xl">Drop a file here</h2>
      <p className="mx-auto mt-2 mb-6 max-w-md text-balance text-ink-2">
        A contact file (.vcf), a table (.csv) or contacts exported from Goldleaf (.json), up to 50 MB and
        50,000 people. You’ll review everything first.
      </p>
    </UploadStep>
  );
}
