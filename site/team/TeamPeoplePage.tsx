import { PRODUCT } from '#shared/contract/constants.ts';
import { isOwnMedia, smallUrls } from '#shared/contract/media-urls.ts';
import { toScriptJson } from '#site/card/ShareTags.tsx';
import { HouseHead } from '#site/HouseHead.tsx';
import { houseCss } from '#site/house.ts';
import { Layout } from '#site/Layout.tsx';
import { OpenGraph } from '#site/OpenGraph.tsx';
import { pickInitials } from '#ui/initials.ts';
import styles from './team.css?inline';

interface ShownPerson {
  /** Of their card. */
  id: string;
  fullName: string;
  jobTitle: string | null;
  department: string | null;
  profileImage: string | null;
}

export interface TeamPeoplePageProps {
  name: string;
  logo: string | null;
  /** #rrggbb */
  color: string;
  people: { rows: ShownPerson[]; next: string | null; total: number };
  /** The words searched for; empty for everyone. */
  query: string;
  /** True unless the list goes on here. */
  isFirst: boolean;
  path: string;
  origin: string;
}

/** The people of a team who agreed to be shown, each with the way to their card. Searched and paged without scripts. */
export function TeamPeoplePage(props: TeamPeoplePageProps) {
  const { name, color, people, query, path } = props;
  const { rows, total } = people;
  return (
    <Layout
      title={`${query ? `${query} · ` : ''}${name} · ${PRODUCT}`}
      base={houseCss}
      css={`${styles}:root{--team:${color}}`}
      head={<TeamHead {...props} />}
    >
      <TeamHeading {...props} />
      <main className="wrap">
        {(total > 0 || query) && <SearchForm path={path} query={query} />}
        {rows.length > 0 ? (
          <ul className="people">
            {rows.map((person) => (
              <Person key={person.id} person={person} />
            ))}
          </ul>
        ) : (
          <p className="none">
            {query
              ? `No one here matches “${query}.”`
              : total > 0
                ? 'The list ends here.'
                : 'No one is listed here yet.'}
          </p>
        )}
        <Ways {...props} />
        <PageCode {...props} />
      </main>
      <footer>
        <a href="/">
          Powered by <strong>{PRODUCT}</strong>
        </a>
      </footer>
    </Layout>
  );
}

function TeamHeading({ name, logo, people: { total }, query, path }: TeamPeoplePageProps) {
  return (
    <header className="team">
      <div className="wrap">
        {logo && isOwnMedia(logo) && <img src={smallest(logo)} alt="" width="64" height="64" />}
        <div>
          <h1 dir="auto">
            <a href={path}>{name}</a>
          </h1>
          {(total > 0 || query) && <p role="status">{sayCount(total, query)}</p>}
        </div>
      </div>
    </header>
  );
}

const PageCode = ({ name, path }: TeamPeoplePageProps) => (
  <details>
    <summary>QR code of this page</summary>
    <img
      src={`${path}/qr.svg`}
      alt={`QR code of the page of ${name}`}
      width="220"
      height="220"
      loading="lazy"
    />
    <p>
      <a href={`${path}/qr.svg`} download>
        Download SVG
      </a>
      <a href={`${path}/qr.png`} download>
        Download PNG
      </a>
    </p>
  </details>
);

const sayCount = (total: number, query: string): string => {
  const people = total === 1 ? 'person' : 'people';
  const number = total.toLocaleString('en-US');
  return query ? `${number} ${people} for “${query}”` : `${number} ${people}`;
};

const SearchForm = ({ path, query }: { path: string; query: string }) => (
  <search>
    <form action={path} className="search">
      <label htmlFor="q" className="unseen">
        Name, job title, or department
      </label>
      <input
        id="q"
        name="q"
        type="search"
        defaultValue={query}
        maxLength={100}
        placeholder="Search people"
        autoComplete="off"
      />
      <button type="submit">Search</button>
    </form>
  </search>
);

/** Pictures are squares of 56 px; phones show them with three pixels each. */
const smallest = (src: string): string => smallUrls(src)[0]?.url ?? src;

function Person({ person: { id, fullName, jobTitle, department, profileImage } }: { person: ShownPerson }) {
  const about = [jobTitle, department].filter(Boolean).join(' · ');
  return (
    <li>
      <a href={`/card/${id}`}>
        {profileImage && isOwnMedia(profileImage) ? (
          <img src={smallest(profileImage)} alt="" width="56" height="56" loading="lazy" />
        ) : (
          <span className="initials" aria-hidden="true">
            {pickInitials(fullName)}
          </span>
        )}
        <span dir="auto">
          <strong>{fullName}</strong>
          {about && <span className="about">{about}</span>}
        </span>
      </a>
    </li>
  );
}

/** To everyone again, and to more people. */
function Ways({ people: { next }, query, isFirst, path }: TeamPeoplePageProps) {
  const asked = query ? `q=${encodeURIComponent(query)}&` : '';
  if (!next && isFirst && !query) return null;
  return (
    <nav aria-label="More people">
      {(query !== '' || !isFirst) && <a href={path}>{query ? 'Show Everyone' : 'Back to the Start'}</a>}
      {next && <a href={`${path}?${asked}after=${next}`}>More People</a>}
    </nav>
  );
}

function TeamHead({ name, logo, query, isFirst, path, origin }: TeamPeoplePageProps) {
  const url = origin + path;
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    ...{ name, url },
    logo: logo && isOwnMedia(logo) ? origin + logo : undefined,
  };
  return (
    <>
      <HouseHead />
      {(query || !isFirst) && <meta name="robots" content="noindex" />}
      <OpenGraph
        type="website"
        title={name}
        description={`The people of ${name}, and their business cards`}
        url={url}
      />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: toScriptJson lets nothing close the element
        dangerouslySetInnerHTML={{ __html: toScriptJson(organization) }}
      />
    </>
  );
}
