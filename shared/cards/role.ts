/** Role and company in one line: "Analyst at Acme", or whichever is known; empty if neither is. */
export const formatRole = ({
  jobTitle,
  company,
}: {
  jobTitle: string | null;
  company: string | null;
}): string => [jobTitle, company].filter(Boolean).join(' at ');
