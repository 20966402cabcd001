import { filenameOf, partsOfFilename } from '#shared/lib/filename.ts'
import { releaseUrl } from './objectUrl.ts'

/** Hands a file over to the person: the browser saves it under this name, or asks where to. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = filenameOf(...partsOfFilename(name))
  link.click()
  releaseUrl(link.href)
}
