/**
 * What a JPEG says of itself (ITU-T T.81, annex B), as far as it must be known to put one into a document as it is: its size, for one with
 * three colours of eight bits and no metadata, which could turn it or mean other colours. Null for every other.
 */
export function plainJpeg(bytes: Uint8Array): { width: number; height: number } | null {
  const read = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const isWhole = read.length > 4 && read.readUInt16BE(0) === start && read.readUInt16BE(read.length - 2) === end
  if (!isWhole) return null
  let size: { width: number; height: number } | null = null
  for (let at = 2; at + 4 <= read.length; at += 2 + read.readUInt16BE(at + 2)) {
    const marker = read.readUInt16BE(at)
    if (marker === scan) return size
    if (isForeign(marker)) return null
    if (!frames.has(marker)) continue
    if (at + 10 > read.length || read[at + 4] !== 8 || read[at + 9] !== 3) return null
    size = { height: read.readUInt16BE(at + 5), width: read.readUInt16BE(at + 7) }
  }
  return null
}

const [start, end, scan] = [0xffd8, 0xffd9, 0xffda]
/** Baseline, extended and progressive: what every reader of PDF decodes. */
const frames = new Set([0xffc0, 0xffc1, 0xffc2])
/** APP1 to APP15 hold turns, profiles and other colours; APP0 is the JFIF head. Whatever is no marker, and the other ways of coding. */
const isForeign = (marker: number): boolean =>
  (marker >= 0xffe1 && marker <= 0xffef) || marker < 0xffc0 || (marker >= 0xffc9 && marker <= 0xffcf)
