/** "1 member", "1,204 members" */
export const countMembers = (count: number): string =>
  count === 1 ? '1 member' : `${count.toLocaleString()} members`;
