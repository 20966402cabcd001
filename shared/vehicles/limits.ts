/** Bound of decks; poultry travels on more decks than any other animal. */
export const maxDecks = 12
