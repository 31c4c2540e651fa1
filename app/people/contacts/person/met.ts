/** What the day is called on which the owner met a contact. */
export const WHEN_MET = 'When we met';
