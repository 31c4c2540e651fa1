/** The image library, loaded with the first picture: a server at rest does without its 30 MB. */
export const loadSharp = async () => (await import('sharp')).default;
