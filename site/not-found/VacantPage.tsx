import { toHref } from '#shared/contract/links.ts';
import { NothingPage } from './NothingPage.tsx';

export interface VacantPageProps {
  teamName: string;
  /** Who comes next, if the team says so. */
  nextName: string | null;
  /** Whoever had the card is in the team still. */
  isInTeam: boolean;
  /** The company's website, as it stands on the card. */
  website: string | null;
  /** The address of the page of the team's people, if it has one. */
  people: string | null;
}

/** A card of a team between two people: who is there now, and where the team can be reached. */
export function VacantPage({ teamName, nextName, isInTeam, website, people }: VacantPageProps) {
  const href = toHref(website ?? '');
  return (
    <NothingPage title={teamName} isHidden>
      <p>
        {nextName === null
          ? isInTeam
            ? `No one at ${teamName} has this card at the moment.`
            : `The person on this card is no longer with ${teamName}, and no one has taken it over yet.`
          : `${nextName} is taking over this card at ${teamName}. Check back soon for their details.`}
      </p>
      <p>You can’t leave your details here until then.</p>
      {people && (
        <a className="button" href={people}>
          People of {teamName}
        </a>
      )}
      {href && (
        <a className="button" href={href} rel="noopener">
          Website of {teamName}
        </a>
      )}
    </NothingPage>
  );
}
