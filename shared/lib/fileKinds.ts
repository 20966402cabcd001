/**
 * Files that people may add besides pictures: documents, tables, texts, archives, and sound and film. A file's type is
 * detected from its bytes (`server/lib/files/attachment.ts`); the name only distinguishes types with equal bytes.
 */

/** Largest file: 10 × 1024 × 1024 bytes (specification, section 9). */
export const largestFile = 10 * 1024 * 1024

/** Bound of files per message. */
export const maxAttachments = 10

const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'

/** Media type of each kind, by its extension. */
export const fileKinds = {
  pdf: 'application/pdf',
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  odt: `${open}.text`,
  ods: `${open}.spreadsheet`,
  odp: `${open}.presentation`,
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  txt: 'text/plain',
  csv: 'text/csv',
  zip: 'application/zip',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  '3gp': 'video/3gpp',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  amr: 'audio/amr',
  wav: 'audio/wav',
} as const
export type FileEnding = keyof typeof fileKinds

/** Extension of a name in lower case; empty without one. */
export const endingOf = (name: string): string => /\.([^.\s]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Extensions of sound and film. */
export const mediaEndings = Object.entries(fileKinds).flatMap(([ending, type]) =>
  /^(?:audio|video)/.test(type) ? ending : [],
)

/** Tells whether a name has one of these extensions. */
export const isFileEnding = (ending: string): ending is FileEnding => Object.hasOwn(fileKinds, ending)

/** Size of a piece of a larger file; a dropped connection costs one piece. */
export const pieceSize = 512 * 1024

/** A workbook, or comma-separated text. */
export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Encodings of text files: those of Unicode, and those that spreadsheets write in Europe and Arabia. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1252', 'windows-1256'] as const
export type Encoding = (typeof encodings)[number]
