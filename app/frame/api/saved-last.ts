interface Saving<Changes> {
  isSuccess: boolean;
  variables: Changes | undefined;
}

/** True if these settings are what was saved last: their row then says so. */
export const savedLast = <Changes extends object>(
  { isSuccess, variables }: Saving<Changes>,
  ...names: (keyof Changes)[]
): boolean => isSuccess && names.some((name) => variables !== undefined && name in variables);
