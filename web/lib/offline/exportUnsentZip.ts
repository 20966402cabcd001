/**
 * All work of a person that this device has not sent, as one ZIP: for when sending does not help. What it holds of an entry is for its kind.
 * Nothing is removed by it.
 */
import { Zip, ZipPassThrough } from 'fflate'
import { readEntries } from './entries.ts'
import { isUnsent, loadHandlers, type Reader, type RescuedFile } from './outboxHandler.ts'

/** The ZIP, in the reader's language. One entry's files at a time are in memory beside it. */
export async function exportUnsentZip(userId: number, reader: Reader): Promise<Blob> {
  const kinds = await loadHandlers()
  const archive = new Archive()
  for (const entry of await readEntries(userId)) {
    const kind = kinds.of(entry)
    if (kind && isUnsent(kind, entry)) archive.add(await kind.rescue(entry, reader))
  }
  return archive.end()
}

/** A ZIP of these files. */
export function zipOf(files: RescuedFile[]): Blob {
  const archive = new Archive()
  archive.add(files)
  return archive.end()
}

class Archive {
  private readonly parts: Uint8Array<ArrayBuffer>[] = []
  private readonly zip = new Zip((error, part) => {
    if (error) throw error
    this.parts.push(part as Uint8Array<ArrayBuffer>)
  })

  add(files: RescuedFile[]): void {
    for (const { path, content } of files) {
      const file = new ZipPassThrough(path)
      this.zip.add(file)
      file.push(content, true)
    }
  }

  end(): Blob {
    this.zip.end()
    return new Blob(this.parts, { type: 'application/zip' })
  }
}
