/**
 * The faces of our PDFs, all from npm and none from the machine: Inter for Latin, Greek and Cyrillic, Vazirmatn for Arabic script, Noto Emoji
 * for the signs people type on phones, and Noto Sans, for Korean Nanum Gothic, for the scripts of those who work beside us. What is missing here is said in the paper.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fontCharacters } from './fontCharacters.ts'

const { resolve } = createRequire(import.meta.url)

const noto = (script: string) => {
  const folder = `@expo-google-fonts/noto-sans-${script.toLowerCase()}`
  return ['400Regular', '600SemiBold'].map(weight => resolve(`${folder}/${weight}/NotoSans${script}_${weight}.ttf`))
}

const FACES = {
  latin: [
    resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
    resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  ],
  arabic: [resolve('vazirmatn/fonts/ttf/Vazirmatn-Regular.ttf'), resolve('vazirmatn/fonts/ttf/Vazirmatn-SemiBold.ttf')],
  emoji: [resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf')],
  hebrew: noto('Hebrew'),
  devanagari: noto('Devanagari'),
  bengali: noto('Bengali'),
  gurmukhi: noto('Gurmukhi'),
  thai: noto('Thai'),
  georgian: noto('Georgian'),
  ethiopic: noto('Ethiopic'),
  /** Chinese and Japanese. The package names no file of its own. */
  han: [join(dirname(resolve('@embedpdf/fonts-sc')), '../fonts/NotoSansHans-Regular.otf')],
  hangul: ['400Regular', '700Bold'].map(weight =>
    resolve(`@expo-google-fonts/nanum-gothic/${weight}/NanumGothic_${weight}.ttf`),
  ),
}

export type FaceName = keyof typeof FACES

/** In the order in which they are asked, and of the signs that name them in `look.typ`. */
export const FACE_NAMES = Object.keys(FACES) as FaceName[]

export const FONT_FILES = Object.values(FACES).flat()

/** The code points that a face can draw in each of its weights. */
type Face = ReadonlySet<number>
export type Faces = Record<FaceName, Face>

export const readFaces = (): Faces => Object.fromEntries(FACE_NAMES.map(name => [name, readFace(name)])) as Faces

export function readFace(name: FaceName): Face {
  return FACES[name].map(file => fontCharacters(readFileSync(file))).reduce((all, one) => all.intersection(one))
}
