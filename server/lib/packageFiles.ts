/**
 * Files of npm packages that the server reads as they are: fonts, and the page of the API's description. The package of
 * tend has copies of these few, because most of such a package is other weights and formats.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const installed = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Where the copies are; `scripts/package.ts` makes them. */
export const copiedFiles = fileURLToPath(new URL('../dist/packages', import.meta.url))

/** The place of a file or folder, named by its package and its path there. Throws where it is in neither. */
export function packageFile(path: string): string {
  const found = [installed, copiedFiles].map(folder => join(folder, path)).find(existsSync)
  if (!found) throw new Error(`${path} is missing: install tend again.`)
  return found
}
