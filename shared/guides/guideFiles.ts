/** Pictures, files and videos in a guide's text: lines of their own that name what lies in the store, and nothing else anywhere. */
import { parseInline } from '../lib/inlineMarkdown.ts'

/** Where the store keeps what people send, below /storage/: the company, the month, a name that cannot be guessed. */
const path = String.raw`\d{1,10}\/\d{4}\/\d{2}\/[0-9a-f-]{36}\.[a-z0-9]{1,5}`
const storedLine = new RegExp(String.raw`^\s{0,3}(!?)\[([^[\]\n]{0,300})\]\(\/storage\/(${path})\)\s*$`)
const storedAddress = new RegExp(String.raw`\]\(\/storage\/(${path})\)`, 'g')
const pictureAddress = /(!\[[^[\]\n]*\]\()([^)\n]*)/g
const whole = new RegExp(String.raw`^\/storage\/${path}$`)
const film = /\.(?:mp4|webm)$/
const drawn = /\.(?:jpg|jpeg|png|webp|gif|avif)$/

export type StoredBlock =
  | { kind: 'picture'; path: string; description: string }
  | { kind: 'video' | 'file'; path: string; name: string }

/** A line that is a picture, a file or a video; undefined for any other. */
export function storedBlock(line: string): StoredBlock | undefined {
  const [, sign, words = '', at] = storedLine.exec(line) ?? []
  if (at === undefined) return undefined
  const said = parseInline(words)
    .map(part => ('text' in part ? part.text : words))
    .join('')
  if (sign) return drawn.test(at) ? { kind: 'picture', path: at, description: said } : undefined
  return { kind: film.test(at) ? 'video' : 'file', path: at, name: said }
}

/** What of the store a text names. */
export const storedPathsIn = (source: string): string[] =>
  Array.from(source.matchAll(storedAddress), ([, at = '']) => at)

/** Pictures of elsewhere would tell others who reads a guide, and when: none is asked for. */
export const withoutForeignPictures = (source: string): string =>
  source.replace(pictureAddress, (found, start: string, address: string) => (whole.test(address) ? found : `${start}#`))
