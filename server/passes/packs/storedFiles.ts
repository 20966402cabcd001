/** Files of the store in a pack: where each is, as far as there is room. */
import { maxInPack } from '#shared/passes/rules.ts'
import { ifMissing } from '../../lib/files/storage.ts'
import type { BundleFile } from '../../sealing/bundleQueries.ts'
import type { Reading } from '../reading.ts'
import type { PackedFile, Packing } from './packing.ts'

/** A reading whose files are in a folder of the pack, by numbers: names of files can say more. It notes which. */
export function inFolder(reading: Reading, folder: string): { reading: Reading; stored: Map<string, string> } {
  const stored = new Map<string, string>()
  return {
    stored,
    reading: {
      ...reading,
      fileAddress: ({ path }) => {
        const known = stored.get(path) ?? `${folder}/file-${stored.size + 1}.${path.split('.').at(-1)}`
        stored.set(path, known)
        return known
      },
    },
  }
}

/** What names those files, without those for which there is no room or which the store has not, and the others. */
export async function fitting<T extends object>(
  { reading, photos }: Packing,
  stored: Map<string, string>,
  named: T,
): Promise<{ named: T; files: PackedFile[] }> {
  const files: PackedFile[] = []
  const gone: string[] = []
  for (const [path, to] of stored) {
    const size = await reading.services.storage.size(path).catch(ifMissing)
    if (size === null) {
      gone.push(to)
      continue
    }
    if (photos.count >= maxInPack.photos || photos.bytes + size > maxInPack.bytes) {
      photos.leftOut++
      gone.push(to)
      continue
    }
    photos.count++
    photos.bytes += size
    files.push({ path, to })
  }
  return { named: without(named, gone), files }
}

function without<T extends object>(named: T, gone: string[]): T {
  if (gone.length === 0) return named
  let text = JSON.stringify(named)
  for (const to of gone) text = text.replaceAll(JSON.stringify(to), 'null')
  return JSON.parse(text) as T
}

/** Their bytes, one after the other. */
export async function* contentOf({ reading }: Packing, files: PackedFile[]): AsyncGenerator<BundleFile> {
  for (const { path, to } of files) {
    const content = await reading.services.storage.read(path).catch(ifMissing)
    if (content) yield { path: to, content }
  }
}
