/** Poultry travels on more floors than any other animal. */
export const mostDecks = 12
