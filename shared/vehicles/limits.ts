/** Bound of decks; poultry travels on more decks than any other animal. */
export const mostDecks = 12
