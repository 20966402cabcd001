import { fileKinds } from '#shared/lib/fileKinds.ts'

/** As much as the library looks at: a ZIP of 300,000 entries without sizes kept the server from answering for a third of a second. */
const maxLookedAt = 1024 * 1024

/** The part that each kind of Office document has, for those in which it lies behind large pictures. */
const officeParts = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml', pptx: 'ppt/presentation.xml' } as const

/** What sort of file some bytes are, by what is in them; undefined where nothing tells, as of text. */
export async function kindOfBytes(bytes: Uint8Array): Promise<{ ext: string; mime: string } | undefined> {
  // The library knows two hundred kinds, and is not needed before the first file.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, maxLookedAt))
  if (found?.ext !== 'zip' || bytes.length <= maxLookedAt) return found
  const rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const ext of Object.keys(officeParts) as (keyof typeof officeParts)[])
    if (rest.includes(officeParts[ext])) return { ext, mime: fileKinds[ext] }
  return found
}
