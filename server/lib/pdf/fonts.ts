/**
 * The faces of our PDFs, all from npm and none from the machine: Inter for Latin, Greek and Cyrillic, Vazirmatn for
 * Arabic script, Noto Emoji for the signs people type on phones, and Noto Sans, for Korean Nanum Gothic, for the
 * scripts of those who work beside us. The paper names scripts that are missing here.
 */
import { readFileSync } from 'node:fs'
import { packageFile } from '../packageFiles.ts'

const noto = (script: string) => {
  const folder = `@expo-google-fonts/noto-sans-${script.toLowerCase()}`
  return ['400Regular', '600SemiBold'].map(weight => `${folder}/${weight}/NotoSans${script}_${weight}.ttf`)
}

const FACES = {
  latin: [
    '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
    '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  ],
  arabic: ['vazirmatn/fonts/ttf/Vazirmatn-Regular.ttf', 'vazirmatn/fonts/ttf/Vazirmatn-SemiBold.ttf'],
  emoji: ['@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'],
  hebrew: noto('Hebrew'),
  devanagari: noto('Devanagari'),
  bengali: noto('Bengali'),
  gurmukhi: noto('Gurmukhi'),
  thai: noto('Thai'),
  georgian: noto('Georgian'),
  ethiopic: noto('Ethiopic'),
  /** Chinese and Japanese. */
  han: ['@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf'],
  hangul: ['400Regular', '700Bold'].map(
    weight => `@expo-google-fonts/nanum-gothic/${weight}/NanumGothic_${weight}.ttf`,
  ),
}

export type FaceName = keyof typeof FACES

/** In the order in which they are asked, and of the signs that name them in `look.typ`. */
export const FACE_NAMES = Object.keys(FACES) as FaceName[]

/** All of them, each by its npm package and its path there. */
export const FONT_PATHS = Object.values(FACES).flat()

export const fontFiles = () => FONT_PATHS.map(packageFile)

/** The code points that a face can draw in each of its weights. */
type Face = ReadonlySet<number>
export type Faces = Record<FaceName, Face>

export const readFaces = (): Faces => Object.fromEntries(FACE_NAMES.map(name => [name, readFace(name)])) as Faces

export function readFace(name: FaceName): Face {
  return FACES[name]
    .map(path => fontCharacters(readFileSync(packageFile(path))))
    .reduce((all, one) => all.intersection(one))
}

// Which characters a TrueType font can draw, read from its `cmap` table (OpenType 1.9, "cmap — Character to Glyph
// Index Mapping Table"). Only format 12 and format 4 are read: every font of `fonts.ts` has one of them.

type Range = { first: number; last: number }

/**
 * @param font the bytes of a .ttf file
 * @returns the code points of its fullest Unicode subtable
 * @throws when the font has no such subtable
 */
function fontCharacters(font: Buffer): Set<number> {
  const cmap = tableOffset(font, 'cmap')
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) =>
    subtable(font, cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4)),
  )
  const ranges = subtables.find(each => each.format === 12)?.ranges ?? subtables.find(each => each.format === 4)?.ranges
  if (!ranges) throw new Error('The font has no character map that can be read')
  const characters = new Set<number>()
  for (const { first, last } of ranges) for (let point = first; point <= last; point++) characters.add(point)
  return characters
}

function tableOffset(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4)
  for (let record = 12; record < 12 + count * 16; record += 16)
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8)
  throw new Error(`The font has no ${tag} table`)
}

function subtable(font: Buffer, at: number): { format: number; ranges: Range[] } {
  const format = font.readUInt16BE(at)
  if (format === 12) return { format, ranges: groups(font, at) }
  if (format === 4) return { format, ranges: segments(font, at) }
  return { format, ranges: [] }
}

function groups(font: Buffer, at: number): Range[] {
  return Array.from({ length: font.readUInt32BE(at + 12) }, (_, index) => {
    const group = at + 16 + index * 12
    return { first: font.readUInt32BE(group), last: font.readUInt32BE(group + 4) }
  })
}

/** Format 4 ends with the segment 0xFFFF–0xFFFF, which means "no glyph". */
function segments(font: Buffer, at: number): Range[] {
  const doubled = font.readUInt16BE(at + 6)
  return Array.from({ length: doubled / 2 }, (_, index) => ({
    first: font.readUInt16BE(at + 16 + doubled + index * 2),
    last: font.readUInt16BE(at + 14 + index * 2),
  })).filter(range => range.first !== 0xffff)
}
