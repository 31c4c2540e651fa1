import { Camera, ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { buttonClass } from '#ui/Button.tsx';
import { FileButton, FileDrop } from '#ui/FileDrop.tsx';
import { usePagePaste } from '#ui/use-page-paste.ts';

interface ChoosePictureProps {
  onFile: (file: File) => void;
  error: string | undefined;
}

/** Where a finger is the pointer there is a camera in the hand; elsewhere pictures are dropped and pasted. */
const isHandheld = () => window.matchMedia('(pointer: coarse)').matches;

/** The card's photo: taken now, chosen, dropped or pasted. */
export function ChoosePicture({ onFile, error }: ChoosePictureProps) {
  const handheld = useRef(isHandheld()).current;
  const take = ([file]: File[]) => {
    if (file) onFile(file);
  };
  // Focus is often elsewhere, as on the choice of the reader right after the dialog opened.
  const area = useRef<HTMLDivElement>(null);
  usePagePaste(area, take);
  return (
    <FileDrop onFiles={take} className="border-dashed px-6 py-8 text-center">
      <div ref={area} className="flex flex-wrap justify-center gap-3">
        {handheld && (
          <FileButton label="Take a photo" accept="image/*" isCamera className={buttonClass()} onFiles={take}>
            <Camera size={18} />
            Take a photo
          </FileButton>
        )}
        <FileButton
          label="Choose a photo"
          accept="image/*"
          className={buttonClass(handheld ? 'secondary' : 'primary')}
          onFiles={take}
        >
          <ImageUp size={18} />
          Choose a photo
        </FileButton>
      </div>
      <p className="mt-4 text-sm text-pretty text-ink-2">
        {handheld ? '' : 'Or drop or paste one here. '}
        In good light, straight from above, with the card filling the frame.
      </p>
      {error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {error}
        </p>
      )}
    </FileDrop>
  );
}
