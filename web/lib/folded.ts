/** A text by which names and words are compared: without accents and marks, in small letters. */
export const folded = (text: string): string => text.trim().toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
