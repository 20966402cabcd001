import { inParallel } from '../concurrency/inParallel.ts'
import { ifMissing, type Storage } from './storage.ts'

/** Files that are copied at once: an S3 answers each after some milliseconds. */
const atOnce = 8

/**
 * Copies all files of a store that another does not have in the same length. Files never change, so a copy that was
 * broken off is taken up again by another call. Throws where a file does not arrive whole.
 *
 * @param onProgress is told how many files of all are there
 * @returns how many were copied, and how many were there before
 */
export async function moveFiles(
  from: Storage,
  to: Storage,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<{ copied: number; there: number }> {
  const paths: string[] = []
  for await (const { path } of from.list()) if (!isUnfinished(path)) paths.push(path)
  let [copied, there] = [0, 0]
  await inParallel(paths, atOnce, async path => {
    if (await copyOne(from, to, path)) copied++
    else there++
    onProgress(copied + there, paths.length)
  })
  return { copied, there }
}

/** Written by a folder's store until it is whole (storage.ts). */
const isUnfinished = (path: string) => /(^|\/)\.[^/]+\.part$/.test(path)

async function copyOne(from: Storage, to: Storage, path: string): Promise<boolean> {
  // It may have been removed since it was listed.
  const bytes = await from.size(path).catch(ifMissing)
  if (bytes === null || (await to.size(path).catch(ifMissing)) === bytes) return false
  const written = await to.writeAll(path, await from.open(path))
  if (written !== bytes) throw new Error(`${path} has ${bytes} bytes, of which ${written} arrived.`)
  return true
}
