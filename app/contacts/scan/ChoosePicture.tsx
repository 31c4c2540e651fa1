import { Camera, ImageUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { buttonClass } from '#ui/Button.tsx';

interface ChoosePictureProps {
  onFile: (file: File) => void;
  error: string | undefined;
}

/** Where a finger is the pointer there is a camera in the hand; elsewhere pictures are dropped and pasted. */
const isHandheld = () => window.matchMedia('(pointer: coarse)').matches;

/**
 * The card's photo: taken now, chosen, dropped or pasted. Not `FileDrop`: shared with this dialog it would be a file of
 * its own, and the editor has no room for one.
 */
export function ChoosePicture({ onFile, error }: ChoosePictureProps) {
  const handheld = useRef(isHandheld()).current;
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
    return file !== undefined;
  };
  const hover = (event: DragEvent, isHovering: boolean) => {
    event.preventDefault();
    setIsOver(isHovering);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target around the button that does the same by keyboard
    <div
      className={`rounded-surface border border-dashed px-6 py-8 text-center transition-colors ${isOver ? 'border-gold bg-gold/10' : 'border-control/50'}`}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false);
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => take(event.clipboardData.files) && event.preventDefault()}
    >
      <div className="flex flex-wrap justify-center gap-3">
        {handheld && (
          <PictureButton isCamera className={buttonClass()} onFiles={take}>
            <Camera size={18} strokeWidth={1.5} aria-hidden="true" />
            Take a photo
          </PictureButton>
        )}
        <PictureButton className={buttonClass(handheld ? 'secondary' : 'primary')} onFiles={take}>
          <ImageUp size={18} strokeWidth={1.5} aria-hidden="true" />
          Choose a picture
        </PictureButton>
      </div>
      <p className="mt-4 text-sm text-pretty text-ink-2">
        {handheld ? '' : 'Or drop or paste one here. '}
        Straight from above and in good light, the card as large as it fits.
      </p>
      {error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

interface PictureButtonProps {
  isCamera?: boolean;
  className: string;
  onFiles: (files: FileList | null) => void;
  children: ReactNode;
}

/** Opens the system's picker of pictures, or on phones the camera at the back. */
function PictureButton({ isCamera = false, className, onFiles, children }: PictureButtonProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={`relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold ${className}`}
    >
      {children}
      <input
        id={id}
        type="file"
        accept="image/*"
        capture={isCamera ? 'environment' : undefined}
        className="sr-only"
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files);
          // Lets the same file be chosen again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
