/** What stands on a document so that it can be checked: by which key tend signs, and where whoever holds it asks. */
export type PaperSeal = {
  /** With the fingerprint, in the foot of every page. */
  key: string
  /** That signs of the document could not be drawn, for the documents in which that is so. */
  missing: string
  /** Of what stands in the chain: what the code is for, its address, and the code itself. */
  check?: { title: string; text: string; address: string; code: DrawnCode }
}

/** A QR code: how many squares stand in a row, and the dark ones as one path. */
export type DrawnCode = { size: number; path: string }
