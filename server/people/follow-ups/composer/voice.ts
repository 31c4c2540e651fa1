/**
 * Each language's part of the composer: whole sentences, written to stand next to each other in any choice. None of
 * them lets the gender of the contact or of the owner show, since neither is known.
 *
 * How people are addressed is one rule in all six languages (docs/decisions/302): a professional text uses the title with
 * the family name, or else the whole name; a friendly one the first name, but the polite form where the language has one
 * (Sie, vous, usted, Lei); a casual one the first name and the familiar form (du, tu, tú). Portuguese is that of Brazil,
 * whose "você" is both.
 */

export type Choices<T> = readonly [T, ...T[]];

/**
 * A sentence around something known; if that comes last, without the period. The words for a meeting begin with a
 * space, or are empty.
 */
type Told = (known: string) => string;

/** Facts that a subject may mention; null if unknown. */
export interface SubjectFacts {
  name: string | null;
  /** The owner's company and the contact's, unless they are the same. */
  companies: { own: string; theirs: string } | null;
}

/** A short message for a phone. Its parts are joined by spaces. */
interface MessageWords {
  greeting: Told;
  /** In place of the greeting, for someone whose name is unknown. */
  hello: string;
  /** Who writes, as `Voice.me` says it. */
  me: Told;
  pleased: Choices<string>;
  card: Told;
}

/** One tone of one language. */
export interface ComposerWords {
  greeting: Told;
  hello: string;
  /** Opens a letter to someone who left their details. */
  connected: Choices<Told>;
  /** The sentences if a place or an event is known, and so they met. */
  met: Choices<Told>;
  /** "your work", to which `Voice.role` and `Voice.company` are added. */
  work: string;
  curious: Choices<Told>;
  /** Both work for this company. */
  colleagues: Told;
  /** For a message of theirs, which is never quoted. If it asks for something, the owner's answer follows. */
  thanks: string;
  /** After that answer, in place of the call. */
  more: string;
  /** Suggests talking. */
  call: Choices<string>;
  /** In its place, after what the owner wants to say. */
  reply: Choices<string>;
  /** Ends with the link. */
  booking: Told;
  card: Told;
  /** The last sentence of a long letter that suggested talking: "until then" has a then. */
  afterCall: Choices<string>;
  /** The last sentence of any other long letter. */
  offer: string;
  /** The line above the signature. */
  close: Choices<string>;
  /** The first one with a text is taken, from a start that differs. */
  subject: Choices<(facts: SubjectFacts) => string | null>;
  message: MessageWords;
}

/** How a person is addressed in a letter that keeps its distance. */
export interface Address {
  /** Without titles and in its own order: "Grace Hopper", "Nagy István", "山田さん". */
  name: string;
  /** As friends say it. */
  given: string;
  /** Empty if it is unknown. */
  family: string;
  /** As they wrote it: "Dr.", "Prof.", "Dott.ssa". */
  academic: string | null;
  /** Another title by which people are addressed, as they wrote it: "Mr.", "Mrs.", "Mx.", "Herr". */
  title: string | null;
  /** The gender that the titles reveal. */
  says: 'man' | 'woman' | null;
}

export interface Voice {
  /** The whole first line, with its punctuation. */
  formal: (address: Address) => string;
  /** With a leading space, as all that follow: " today". */
  today: string;
  yesterday: string;
  lastWeek: string;
  /** " on Tuesday". */
  onWeekday: Told;
  /** " on May 13". */
  onDay: (day: number, month: string) => string;
  /** " in May 2024". */
  inMonth: (month: string, year: number) => string;
  atEvent: Told;
  /** " in Lisbon"; null if the language cannot say it without knowing more about the place. */
  inCity: (city: string) => string | null;
  role: Told;
  /** " at Acme"; null if it would need an article. */
  company: (name: string) => string | null;
  /** "Ada from Acme". */
  me: (name: string, company: string) => string;
  professional: ComposerWords;
  friendly: ComposerWords;
  casual: ComposerWords;
}

/** A sentence with exactly one final punctuation mark, even after "Inc.", "Why?" or 「です。」. */
export const endSentence = (text: string): string =>
  /[.!?…。．｡！？؟۔।][)\]"”’»“」』）]?$/u.test(text) ? text : `${text}.`;

/** True if a company's name begins with an article or a common noun, which grammar would change: Universität Wien. */
export const isPhrase = (company: string): boolean => PHRASE.test(company);
const PHRASE =
  /^(?:the|der|die|das|les?|la|los|las|el|il|lo|gli|l['’].*|os?|as?|an?|universit\S*|universi\S+|uni|hochschule\S*|fachhochschule|institut\S*|istituto|ministeri\S*|minist[eèé]r\S*|bundes\S*|stadt\S*|land|landes\S*|amt|gemeinde|verein|verband|[eéè]cole|escuela|escola|scuola|schule|school|coll[eè]g\S*|h[oôó]pita\S*|ospedale|krankenhaus|mairie|ville|ayuntamiento|comune|c[aâ]mara|chambre|camera|bank|banque|banco|banca|museum|mus[eé]e|museo|museu|groupe|grupo|gruppo|gruppe|soci[eé]t[eéà]|sociedad|sociedade|associa\S*|asocia\S*|fondation|fundaci[oó]n|funda[cç][aã]o|fondazione|stiftung|cabinet|agence|agencia|ag[eê]ncia|agenzia|agentur|centr[eo]|zentrum|kanzlei|praxis|studio|b[uü]ro)(?:\s|$)/iu;
