/** More than this are left to a list. */
const DOTS_MAX = 8;

interface DotsProps {
  /** The names of what lies side by side. */
  names: readonly string[];
  /** The place of the one that is shown. */
  at: number;
  onShow: (at: number) => void;
  className?: string;
}

/** A dot for each of some things that are swiped. */
export function Dots({ names, at, onShow, className = '' }: DotsProps) {
  if (names.length < 2 || names.length > DOTS_MAX) return null;
  return (
    <div className={`flex justify-center gap-0.5 print:hidden ${className}`}>
      {names.map((name, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
          key={index}
          type="button"
          aria-label={`Show ${name}`}
          aria-current={index === at}
          onClick={() => onShow(index)}
          className="group grid size-6 place-items-center rounded-control"
        >
          <span className="size-1.5 rounded-full border-2 border-control group-aria-current:size-2 group-aria-current:border-4 group-aria-current:border-ink" />
        </button>
      ))}
    </div>
  );
}
