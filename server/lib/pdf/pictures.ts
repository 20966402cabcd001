/**
 * A picture as the page needs it: upright, in sRGB, without metadata, no larger than print shows. What cannot be
 * decoded is null, so that one bad file costs its own place and not the document.
 */

/** Pictures are at most 46 mm high, one of 4:3 then 61 mm wide: 800 pixels there are 330 per inch. */
const LONGEST_SIDE = 800

export type PreparedPicture = { bytes: Buffer; width: number; height: number }

export async function preparePicture(bytes: Uint8Array): Promise<PreparedPicture | null> {
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(bytes)
      .rotate()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}
