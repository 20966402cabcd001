/**
 * The text of a file. Spreadsheets write files of text in the letters of their country, unless they say otherwise. PostgreSQL stores no NUL,
 * so there is none in it.
 */
export const textOf = (bytes: Uint8Array): string => decoded(bytes).replaceAll('\u0000', '')

function decoded(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  if (mark === 'fffe' || mark === 'feff')
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
