/**
 * All work of a person that this device has not sent, as one ZIP: for when sending does not help. What it holds of an entry is for its kind.
 * Nothing is removed by it.
 */

import type { Reader } from '../useReader.ts'
import { ZipArchive } from '../zip.ts'
import { readEntries } from './entries.ts'
import { isUnsent, loadHandlers } from './outboxHandler.ts'

/** The ZIP, in the reader's language. One entry's files at a time are in memory beside it. */
export async function exportUnsentZip(userId: number, reader: Reader): Promise<Blob> {
  const kinds = await loadHandlers()
  const archive = new ZipArchive()
  for (const entry of await readEntries(userId)) {
    const kind = kinds.of(entry)
    if (kind && isUnsent(kind, entry)) archive.add(await kind.rescue(entry, reader))
  }
  return archive.end()
}
