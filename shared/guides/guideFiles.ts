/** Pictures, files and videos in a guide's text: lines of their own that name a file of the store. */
import { parseInline } from '../lib/inlineMarkdown.ts'
import { isFilm, storedPath } from './storedPaths.ts'

const storedLine = new RegExp(String.raw`^\s{0,3}(!?)\[([^[\]\n]{0,300})\]\(\/storage\/(${storedPath})\)\s*$`)
const foreignPicture = new RegExp(String.raw`!\[(?![^[\]\n]*\]\(\/storage\/${storedPath}\))`, 'g')
const drawn = /\.(?:jpg|jpeg|png|webp|gif|avif)$/

export type StoredBlock =
  | { kind: 'picture'; path: string; description: string }
  | { kind: 'video' | 'file'; path: string; name: string }

/** Parses a line that is a picture, a file or a video; undefined for any other. */
export function storedBlock(line: string): StoredBlock | undefined {
  const [, sign, words = '', at] = storedLine.exec(line) ?? []
  if (at === undefined) return undefined
  const said = parseInline(words)
    .map(part => ('text' in part ? part.text : words))
    .join('')
  if (sign) return drawn.test(at) ? { kind: 'picture', path: at, description: said } : undefined
  return { kind: isFilm(at) ? 'video' : 'file', path: at, name: said }
}

/** Foreign pictures would tell others who reads a guide, and when, so they stay text. */
export const withoutForeignPictures = (source: string): string => source.replace(foreignPicture, '!\\[')
