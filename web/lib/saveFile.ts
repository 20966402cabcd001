import { filenameOf, partsOfFilename } from '#shared/lib/filename.ts'

/** Hands a file over to the person: the browser saves it under this name, or asks where to. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = filenameOf(...partsOfFilename(name))
  link.click()
  // Some browsers begin to read it a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
