import { foldHeading } from '#server/people/import/read/csv-headings.ts';
import type { ImportColumn } from '#shared/people/import.ts';
import type { ListColumn, ListTarget } from '#shared/teams/lists.ts';

/**
 * The meaning of the columns of a list: as in imports of contacts, and by the headings of what personnel offices and
 * directories export (BambooHR, Workday, Personio, Google Workspace, Microsoft Entra and 365, Okta).
 */

type Target = Exclude<ListTarget, 'skip'>;

/** Headings by field, folded; of several columns for one field, the one that stands first here is it. */
const HEADINGS: Record<Target, string> = {
  fullName:
    'display name|full name|preferred full name|name|worker name|worker|employee name|employee|legal name|legal full name|mitarbeiter|mitarbeitername',
  givenName:
    'preferred first name|first name|given name|employee first name|legal first name|vorname|rufname',
  familyName:
    'preferred last name|last name|surname|employee last name|family name|sn|legal last name|last name surname|nachname|familienname',
  email:
    'work email|business email|primary work email|email primary work|company email|corporate email|office email|primary email|email address|employee email|email|e mail|mail|dienstliche e mail|geschaftliche e mail|user principal name|username|user name|login',
  jobTitle:
    'job title|business title|position title|employee title|title|position|job profile|job|role|stellenbezeichnung|stelle|funktion',
  department:
    'department|department name|supervisory organization|organizational unit|abteilung|team|division',
  phone:
    'work phone|business phone|primary work phone|phone primary work|office phone|telephone number|primary phone|phone number|phone|mobile phone|work mobile phone|mobile|mobile number|cell phone|telefon|diensttelefon|mobiltelefon|handy',
  company:
    'company|company name|subcompany|legal entity|organization|employer|firma|unternehmen|gesellschaft',
  location:
    'office location|work location|location|office|office name|location name|building|physical delivery office name|standort|arbeitsort|buro|city',
  role: 'team role|role in team|goldleaf role|joins as',
};

const RANKS = new Map(
  (Object.entries(HEADINGS) as [Target, string][]).flatMap(([target, headings]) =>
    headings
      .split('|')
      .map((heading, rank): [string, { target: Target; rank: number }] => [heading, { target, rank }]),
  ),
);
/** After every heading of the table. */
const GUESSED = 1_000;
/** Columns about somebody else, or that no card should show. */
const NOT_FOR_CARDS =
  /\b(?:manager|supervisor|vorgesetzte\w*|assistant|emergency|recovery|password|home|private|privat\w*|personal|secondary|second|alternate|new primary|fax|pager)\b/;
const ROLE = /^(?:team )?(?:admin|member)$/i;

/** As Google and Entra write headings: "First Name [Required]", "Name [displayName] Required". */
const foldOwn = (heading: string): string =>
  foldHeading(heading.replace(/\[[^[\]]*\]/g, ' '))
    .replace(/\brequired\b/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function guess({ heading, target, samples }: ImportColumn): { target: Target; rank: number } | null {
  const folded = foldOwn(heading);
  if (NOT_FOR_CARDS.test(folded)) return null;
  if (folded === 'role' && samples.length > 0 && samples.every((sample) => ROLE.test(sample))) {
    return { target: 'role', rank: 0 };
  }
  const known = RANKS.get(folded);
  if (known) return known;
  return target in HEADINGS ? { target: target as Target, rank: GUESSED } : null;
}

/** The columns of a list; each field has one column at most. */
export function toListColumns(columns: readonly ImportColumn[]): ListColumn[] {
  const guessed = columns.map(guess);
  const best = new Map<Target, number>();
  for (const [place, one] of guessed.entries()) {
    if (!one) continue;
    const before = best.get(one.target);
    if (before === undefined || one.rank < (guessed[before]?.rank ?? 0)) best.set(one.target, place);
  }
  // A display name may have more in it than the name.
  if (best.has('givenName') && best.has('familyName')) best.delete('fullName');
  const targets = new Map([...best].map(([target, place]) => [place, target]));
  return columns.map(({ heading, samples }, place) => ({
    heading,
    samples,
    target: targets.get(place) ?? 'skip',
  }));
}
