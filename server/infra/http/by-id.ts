/** The input of a handler for one item, identified by the id in its path. */
export interface ById {
  params: { id: string };
}
