/** The addresses of our legal pages; apart from the endpoint, so that screens load no schemas with them. */
export const legalPaths = {
  imprint: '/imprint',
  terms: '/terms',
  privacy: '/privacy',
  /** A template for teams, which only our terms link to. */
  processing: '/processing-agreement',
} as const;
