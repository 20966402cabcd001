/** Paths of stored files below /storage/: the company, the month, an unguessable name. */
export const storedPath = String.raw`\d{1,10}\/\d{4}\/\d{2}\/[0-9a-f-]{36}\.[a-z0-9]{1,5}`

const storedAddress = new RegExp(String.raw`\]\(\/storage\/(${storedPath})\)`, 'g')

export const isFilm = (path: string): boolean => /\.(?:mp4|webm)$/.test(path)

/** Files of the store that a guide's text names. */
export const storedPathsIn = (source: string): string[] =>
  Array.from(source.matchAll(storedAddress), ([, at = '']) => at)
