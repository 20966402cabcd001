/** Too short to be known by: it would stand in messages about anything. */
const [minLetters, minFigures] = [3, 5]

const compact = (text: string) => text.replace(/[\s.-]/g, '')

type Named = { id: number; name: string; identifier: string | null; otherIdentifiers: { value: string }[] }

/** What people call an animal when they write of it: its name, its marks with and without what separates their parts, and its page's address, also at the end of a sentence. */
export function namesOf({ id, name, identifier, otherIdentifiers }: Named): string[] {
  const called = [name, identifier ?? '', ...otherIdentifiers.map(({ value }) => value)].map(text => text.trim())
  const known = called.filter(text => compact(text).length >= (/\p{L}/u.test(text) ? minLetters : minFigures))
  const address = `/animals/${id}`
  return [...new Set([...known, ...known.map(compact), ...['', '.', ','].map(end => address + end)])]
}
