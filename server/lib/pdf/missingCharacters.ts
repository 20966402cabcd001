/**
 * Whether a paper would have characters that no face can draw, asked before it is made. The faces are read once, at the first text that has
 * more than Latin and Arabic letters, one after the other so that others are served between them.
 */
import { setImmediate } from 'node:timers/promises'
import { FACE_NAMES, type Faces, readFace } from './fonts.ts'
import { printable } from './printable.ts'

/** Beside these, marks are left out: one that does not fit the character under it goes, and is not said in the paper either. */
const UNUSUAL = /[^\p{ASCII}\p{Script=Latin}\p{Script=Arabic}\p{M}\p{Cc}\p{Cf}]/gu
let known: Promise<Faces> | undefined

export async function hasMissingCharacters(data: object): Promise<boolean> {
  const unusual = new Set(JSON.stringify(data).toWellFormed().normalize('NFC').match(UNUSUAL))
  if (unusual.size === 0) return false
  known ??= facesInTurn()
  const faces = await known
  let missing = 0
  for (const character of unusual) printable(character, faces, () => missing++)
  return missing > 0
}

async function facesInTurn(): Promise<Faces> {
  const faces: Partial<Faces> = {}
  for (const name of FACE_NAMES) {
    await setImmediate()
    faces[name] = readFace(name)
  }
  return faces as Faces
}
