import { isShowable } from '#shared/contract/media-urls.ts';

interface SideChoiceProps<Side extends string> {
  /** Of the group of radio buttons. */
  name: string;
  label: string;
  sides: readonly { side: Side; title: string; value: unknown }[];
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}

/** One field that two sides say differently, and which of them is kept. */
export function SideChoice<Side extends string>({
  name,
  label,
  sides,
  chosen,
  onChoose,
}: SideChoiceProps<Side>) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">{label}</legend>
      <div className="mt-1.5 grid gap-2 sm:grid-cols-2">
        {sides.map(({ side, title, value }) => (
          <label
            key={side}
            className="flex min-w-0 cursor-pointer items-start gap-3 rounded-control border border-line p-3 hover:border-control has-checked:border-ink"
          >
            <input
              type="radio"
              name={name}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              className="mt-0.5 size-4 shrink-0 accent-ink"
            />
            <span className="min-w-0">
              <span className="block text-xs text-ink-2">{title}</span>
              <Value value={value} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** How many pictures of a list are drawn; the number says how many there are. */
const DRAWN_MAX = 4;

function Value({ value }: { value: unknown }) {
  if (typeof value === 'boolean') return <span>{value ? 'On' : 'Off'}</span>;
  const texts = (Array.isArray(value) ? value : [value]).map(String).filter(Boolean);
  if (texts.length === 0) return <span className="text-ink-2">Empty</span>;
  const files = texts.filter(isShowable);
  const pictures = files.filter((text) => !/\.(?:mp4|mov|webm|m4v)$/.test(text));
  if (files.length === 0)
    return <span className="wrap-anywhere whitespace-pre-line">{texts.join(', ')}</span>;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1.5">
      {pictures.slice(0, DRAWN_MAX).map((src) => (
        <img key={src} src={src} alt="" className="size-10 rounded-control object-cover" />
      ))}
      <span className="text-sm">{texts.length === 1 ? '1 file' : `${texts.length} files`}</span>
    </span>
  );
}
