/** What a person does, in one line: "Analyst at Acme", or the half that is known; empty when neither is. */
export const formatRole = ({
  jobTitle,
  company,
}: {
  jobTitle: string | null;
  company: string | null;
}): string => [jobTitle, company].filter(Boolean).join(' at ');
