/** The response that one of a screen's first calls would have had by itself, as a line of JSON (docs/decisions/386). */
export interface FirstAnswer {
  /** The address of the call. */
  url: string;
  status: number;
  link: string | undefined;
  body: string;
}
