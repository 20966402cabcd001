import { foldedText } from '#shared/lib/searching.ts'

/** Somebody who can be named. */
type Person = { id: number; name: string }

/** The begun name at the end of a text: "Ask @An" → "An"; null where there is none. */
export const nameBegun = (text: string): string | null => /(?:^|\s)@([^\s@]{0,30})$/.exec(text)?.[1] ?? null

/** Whose names begin so. */
export const suggestions = (begun: string, people: readonly Person[], ownId: number | undefined): Person[] =>
  people
    .filter(
      ({ id, name }) =>
        id !== ownId &&
        foldedText(name)
          .split(' ')
          .some(part => part.startsWith(foldedText(begun))),
    )
    .slice(0, 6)

/** The text with the name in the place of what was begun. */
export const withName = (text: string, name: string): string => text.replace(/@[^\s@]{0,30}$/, `@${name} `)
