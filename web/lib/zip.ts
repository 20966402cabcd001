/** ZIP archives made on the device. Files are stored as they are, because photos do not compress. */
import { Zip, ZipPassThrough } from 'fflate'

export type ZipFile = { path: string; content: Uint8Array }

/** Collects files; only those of one `add` are in memory beside the archive. */
export class ZipArchive {
  private readonly parts: Uint8Array<ArrayBuffer>[] = []
  private readonly zip = new Zip((error, part) => {
    if (error) throw error
    this.parts.push(part as Uint8Array<ArrayBuffer>)
  })

  add(files: ZipFile[]): void {
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

/** Returns a ZIP of these files. */
export function zipOf(files: ZipFile[]): Blob {
  const archive = new ZipArchive()
  archive.add(files)
  return archive.end()
}
