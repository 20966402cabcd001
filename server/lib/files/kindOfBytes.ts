/** What sort of file some bytes are, by what is in them; undefined where nothing tells, as of text. */
export async function kindOfBytes(bytes: Uint8Array) {
  // The library knows two hundred kinds, and is not needed before the first file.
  const { fileTypeFromBuffer } = await import('file-type')
  return fileTypeFromBuffer(bytes)
}
