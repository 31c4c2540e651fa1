import { type ClipboardEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { buttonClass } from './Button.tsx';

export interface FileDropProps {
  onFiles: (files: File[]) => void;
  className?: string;
  children: ReactNode;
}

/** An area that accepts dragged or pasted files; it lights up while they hover over it. */
export function FileDrop({ onFiles, className = '', children }: FileDropProps) {
  // Entering a child fires a leave on its parent: only the balance tells whether the pointer is still inside.
  const depth = useRef(0);
  const [isOver, setIsOver] = useState(false);
  const move = (event: DragEvent, change: number) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + change);
    setIsOver(depth.current > 0);
  };
  const take = (event: DragEvent | ClipboardEvent, files: FileList) => {
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onFiles([...files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target next to the button that does the same by keyboard
    <div
      className={`rounded-surface border transition-colors ${isOver ? 'border-gold bg-gold/10' : 'border-line bg-surface'} ${className}`}
      onDragEnter={(event) => move(event, 1)}
      onDragOver={(event) => move(event, 0)}
      onDragLeave={(event) => move(event, -1)}
      onDrop={(event) => {
        move(event, -depth.current);
        take(event, event.dataTransfer.files);
      }}
      onPaste={(event) => take(event, event.clipboardData.files)}
    >
      {children}
    </div>
  );
}

export interface FileButtonProps {
  /** The button's accessible name, which must include the visible text in `children`. */
  label: string;
  accept: string;
  isMultiple?: boolean;
  /** On phones: opens the camera at the back instead. */
  isCamera?: boolean;
  /** The element that says why what was chosen is refused. */
  errorId?: string | undefined;
  onFiles: (files: File[]) => void;
  className?: string;
  children: ReactNode;
}

/** A button that opens the system's file picker. */
export function FileButton({
  label,
  accept,
  isMultiple = false,
  isCamera = false,
  errorId,
  onFiles,
  className = buttonClass('secondary', 'small'),
  children,
}: FileButtonProps) {
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
        aria-label={label}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        accept={accept}
        multiple={isMultiple}
        capture={isCamera ? 'environment' : undefined}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Lets the same file be chosen again after it was removed.
          currentTarget.value = '';
          if (files.length) onFiles(files);
        }}
      />
    </label>
  );
}
