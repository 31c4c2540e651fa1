import { pickInitials } from './initials.ts';

const TINTS = [
  'bg-[light-dark(#f1e9d2,#3a3220)]',
  'bg-[light-dark(#e3eae4,#26332a)]',
  'bg-[light-dark(#e4e7ee,#272d3a)]',
  'bg-[light-dark(#efe3e0,#3a2a26)]',
  'bg-[light-dark(#eae4ee,#322838)]',
];

/** On this site or still in this browser: nothing is loaded from elsewhere. */
const SHOWABLE = /^(?:\/|data:|blob:)/;

/** An image, or initials on a muted tint; decorative, so the name must be next to it. */
export function Avatar({ name, image, size = 44 }: { name: string; image?: string | null; size?: number }) {
  const box = { width: size, height: size };
  if (image && SHOWABLE.test(image))
    return <img src={image} alt="" style={box} className="shrink-0 rounded-full object-cover" />;
  const tint = TINTS[[...name].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0) % TINTS.length];
  return (
    <span
      aria-hidden="true"
      style={{ ...box, fontSize: size * 0.36 }}
      className={`grid shrink-0 place-items-center rounded-full font-medium ${tint}`}
    >
      {pickInitials(name)}
    </span>
  );
}
