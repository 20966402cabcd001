import { fileURLToPath } from 'node:url'
import { encode } from 'uqr'

/** A Typst file and the data that it prints. */
export type Template<Data extends object> = { file: string; data?: Data }

/** The template in the file at this address. */
export const templateAt = <Data extends object>(address: URL): Template<Data> => ({ file: fileURLToPath(address) })

/** Printed on a document so that it can be verified: the key that signs, and the address to ask. */
export type PdfSeal = {
  /** With the fingerprint, in the foot of every page. */
  key: string
  /** That signs of the document could not be drawn, for the documents in which that is so. */
  missing: string
  /** For a sealed document: what the code is for, its address, and the code itself. */
  check?: { title: string; text: string; address: string; code: DrawnCode }
}

/** A QR code: its size in squares, and the dark ones as one path. */
type DrawnCode = { size: number; path: string }

/** Draws a QR code as one path with a rectangle for each run of dark squares. */
export function qrCode(address: string): DrawnCode {
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => {
    const text = row.map(isDark => (isDark ? '1' : '0')).join('')
    return [...text.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
  })
  return { size, path: path.join('') }
}

/** The data of `labels.typ`. All texts are in the language of the person who prints. */
export type LabelDocument = {
  language: string
  direction: 'ltr' | 'rtl'
  title: string
  company: string
  /** Below the code: what it opens. */
  form: string
  how: string
  /** Only where visitors are asked for it. */
  pin: string | null
  labels: { name: string; size: number; path: string }[]
}

export const labelTemplate: Template<LabelDocument> = templateAt(new URL('./labels.typ', import.meta.url))
