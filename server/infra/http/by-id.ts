/** The input of a handler that is about one thing, named by the id in its path. */
export interface ById {
  params: { id: string };
}
