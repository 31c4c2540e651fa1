import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '#app/frame/navigation/router.tsx';
import { backHere } from '#app/frame/paths.ts';
import { PRODUCT } from '#shared/contract/constants.ts';

export interface EditorBarProps {
  /** "Create Card" or "Edit Card". */
  title: string;
  /** The name of the card that is edited. */
  name?: string | undefined;
  children?: ReactNode;
}

/** The line above the form, always at hand: the way back, the card's name, and saving. On a phone it is the header. */
export function EditorBar({ title, name, children }: EditorBarProps) {
  const back = backHere();
  return (
    <div className="editor-bar">
      <title>{`${title} · ${PRODUCT}`}</title>
      <Link
        to={back.to}
        aria-label={back.label}
        title={back.label}
        className="-ml-3 grid size-11 max-[374px]:-ml-4 shrink-0 place-items-center rounded-control text-ink-2 hover:text-ink"
      >
        <X size={20} className="md:hidden" />
        <ArrowLeft size={20} className="max-md:hidden" />
      </Link>
      <div className="mr-auto min-w-0 max-md:sr-only md:min-w-40 md:flex-1">
        {name && <p className="text-sm text-ink-2">{title}</p>}
        <h1 className="truncate font-display text-2xl">{name || title}</h1>
      </div>
      {children}
    </div>
  );
}
