import { filenameOf, partsOfFilename } from '#shared/lib/filename.ts'
import { download } from './objectUrl.ts'

/** Hands a file over to the person under this name, as far as file names may have its characters. */
export const saveFile = (content: Blob, name: string): void => download(content, filenameOf(...partsOfFilename(name)))
