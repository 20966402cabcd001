/**
 * The faces of our PDFs, all from npm and none from the machine: Inter for Latin, Greek and Cyrillic, Vazirmatn for
 * Arabic script, Noto Emoji for the signs people type on phones.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fontCharacters } from './fontCharacters.ts'

const { resolve } = createRequire(import.meta.url)

const FACES = {
  latin: [
    '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
    '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  ],
  arabic: ['vazirmatn/fonts/ttf/Vazirmatn-Regular.ttf', 'vazirmatn/fonts/ttf/Vazirmatn-SemiBold.ttf'],
  emoji: ['@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'],
}

export const FONT_FILES = Object.values(FACES)
  .flat()
  .map(file => resolve(file))

/** The code points that a face can draw in each of its weights. */
type Face = ReadonlySet<number>
export type Faces = Record<keyof typeof FACES, Face>

export function readFaces(): Faces {
  return { latin: readFace(FACES.latin), arabic: readFace(FACES.arabic), emoji: readFace(FACES.emoji) }
}

function readFace(weights: string[]): Face {
  return weights.map(file => fontCharacters(readFileSync(resolve(file)))).reduce((all, one) => all.intersection(one))
}
