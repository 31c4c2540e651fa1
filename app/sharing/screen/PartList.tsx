import { type ReactNode, useId } from 'react';
import { accountHere } from '#app/frame/api/account-here.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { SHARING_GROUPS } from './parts.ts';

/** The ways to share in three groups: a rail beside the open one; on a phone a screen of tiles, each of which opens one. */
export function PartList({ card, open }: { card: { id: string }; open: string | undefined }) {
  return (
    <nav aria-label="Ways to share" className="grid min-w-0 gap-7 self-start md:sticky md:top-6 md:gap-6">
      {SHARING_GROUPS.map(({ title, parts }) => (
        <Group key={title} title={title}>
          {parts.filter(isHere).map(({ name, label, Icon, prepare }) => (
            <li key={name}>
              <Link
                to={paths.shareCard(card.id, name)}
                // One step back leads from any part to where one came from; on a phone, to the tiles.
                replace={open !== undefined}
                preventScrollReset={open !== undefined}
                aria-current={name === open ? 'page' : undefined}
                onPointerEnter={prepare}
                onFocus={prepare}
                className="flex h-full min-h-22 flex-col justify-between gap-3 rounded-control border border-line bg-surface p-3 text-sm leading-tight font-medium md:text-base transition-colors hover:border-control md:min-h-11 md:flex-row md:items-center md:justify-start md:border-0 md:border-l-2 md:rounded-none md:border-transparent md:bg-transparent md:py-0 md:pr-2 md:pl-4 md:font-normal md:text-ink-2 md:hover:text-ink md:aria-[current=page]:border-ink md:aria-[current=page]:font-medium md:aria-[current=page]:text-ink"
              >
                <Icon size={20} className="shrink-0" />
                {label}
              </Link>
            </li>
          ))}
        </Group>
      ))}
    </nav>
  );
}

/** Short links are a person's own so far. */
const isHere = ({ name }: { name: string }) => name !== 'address' || !accountHere();

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pb-2 text-sm text-ink-2 md:pl-4">
        {title}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(6.25rem,100%),1fr))] gap-2 md:grid-cols-1 md:gap-0">
        {children}
      </ul>
    </section>
  );
}
