/**
 * Which characters a TrueType font can draw, read from its `cmap` table (OpenType 1.9, "cmap — Character to Glyph
 * Index Mapping Table"). Only format 12 and format 4 are read: every font of `fonts.ts` has one of them.
 */

type Range = { first: number; last: number }

/**
 * @param font the bytes of a .ttf file
 * @returns the code points of its fullest Unicode subtable
 * @throws when the font has no such subtable
 */
export function fontCharacters(font: Buffer): Set<number> {
  const cmap = tableOffset(font, 'cmap')
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) =>
    subtable(font, cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4)),
  )
  const ranges = subtables.find(each => each.format === 12)?.ranges ?? subtables.find(each => each.format === 4)?.ranges
  if (!ranges) throw new Error('The font has no character map that can be read')
  const characters = new Set<number>()
  for (const { first, last } of ranges) for (let point = first; point <= last; point++) characters.add(point)
  return characters
}

function tableOffset(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4)
  for (let record = 12; record < 12 + count * 16; record += 16)
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8)
  throw new Error(`The font has no ${tag} table`)
}

function subtable(font: Buffer, at: number): { format: number; ranges: Range[] } {
  const format = font.readUInt16BE(at)
  if (format === 12) return { format, ranges: groups(font, at) }
  if (format === 4) return { format, ranges: segments(font, at) }
  return { format, ranges: [] }
}

function groups(font: Buffer, at: number): Range[] {
  return Array.from({ length: font.readUInt32BE(at + 12) }, (_, index) => {
    const group = at + 16 + index * 12
    return { first: font.readUInt32BE(group), last: font.readUInt32BE(group + 4) }
  })
}

/** Format 4 ends with the segment 0xFFFF–0xFFFF, which stands for "no glyph". */
function segments(font: Buffer, at: number): Range[] {
  const doubled = font.readUInt16BE(at + 6)
  return Array.from({ length: doubled / 2 }, (_, index) => ({
    first: font.readUInt16BE(at + 16 + doubled + index * 2),
    last: font.readUInt16BE(at + 14 + index * 2),
  })).filter(range => range.first !== 0xffff)
}
