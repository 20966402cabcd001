/**
 * The child process of pictureWork.ts. It measures what a picture costs while native code draws it in threads of its
 * own, and ends itself where that is too much: that says something of the picture, and the clock says something of the
 * machine.
 */

import sharp, { type FormatEnum, type Sharp, type SharpOptions } from 'sharp'
import { answerParent } from '../concurrency/answerParent.ts'

export type PictureRequest = {
  drawing: keyof typeof drawings
  arguments: unknown[]
  /** Milliseconds of the processor, and bytes of memory more than before. */
  maxWorked: number
  maxMemory: number
}
export type PictureAnswer = { drawn: unknown } | { failure: string } | { isTooMuch: true }

const betweenLooks = 50

answerParent(async (request: PictureRequest): Promise<PictureAnswer> => {
  const watch = watchOver(request)
  try {
    const draw = drawings[request.drawing] as (...wanted: unknown[]) => Promise<unknown>
    return { drawn: await draw(...request.arguments) }
  } catch (error) {
    return { failure: String(error) }
  } finally {
    clearInterval(watch)
  }
})

function watchOver({ maxWorked, maxMemory }: PictureRequest): NodeJS.Timeout {
  const [before, memory] = [process.cpuUsage(), process.memoryUsage.rss()]
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1_000 < maxWorked && process.memoryUsage.rss() - memory < maxMemory) return
    process.send?.({ isTooMuch: true } satisfies PictureAnswer, () => process.kill(process.pid, 'SIGKILL'))
  }, betweenLooks)
}

/** One piece at a time, of which nothing is wanted again. */
sharp.cache(false)

type Drawn = { content: Uint8Array; width: number; height: number }

/**
 * Drawing of people's pictures by native code that cannot be aborted. It runs in a process of its own, which the server
 * asks through `pictureWork.ts`.
 */
export const drawings = {
  /** Upright, at most 2560 pixels long, without metadata. */
  async picture(content: Uint8Array, format: keyof FormatEnum): Promise<Drawn> {
    return drawnOf(
      sharp(content, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
        .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
        .toFormat(format, { quality: 85 }),
    )
  },

  /** A photo's stays a JPEG, which a PDF takes as it is; drawings may be seen through, as WebP can. */
  async preview(content: Uint8Array): Promise<{ content: Uint8Array; extension: 'jpg' | 'webp'; tiny: Uint8Array }> {
    const { format } = await sharp(content).metadata()
    const scaled = (edge: number) =>
      sharp(content).resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    const small = scaled(previewEdge)
    const isPhoto = format === 'jpeg'
    const drawn = isPhoto
      ? small.toColourspace('srgb').jpeg({ quality: 78, mozjpeg: true })
      : small.webp({ quality: 75 })
    const tiny = await scaled(placeholderEdge).webp({ quality: 40 }).toBuffer()
    return { content: await drawn.toBuffer(), extension: isPhoto ? 'jpg' : 'webp', tiny }
  },

  /** Its middle. */
  async square(content: Uint8Array): Promise<Drawn> {
    const { width = 1, height = 1 } = await sharp(content).metadata()
    const edge = Math.min(maxSquare, width, height)
    return drawnOf(sharp(content).resize({ width: edge, height: edge, fit: 'cover' }).webp({ quality: 85 }))
  },

  /** A drawing of ours on its own ground, as a PNG of few colours. */
  async sheet(content: Uint8Array): Promise<Drawn> {
    return drawnOf(sharp(content, { limitInputPixels: maxGraphicPixels, failOn: 'error' }).png({ palette: true }))
  },

  /** As a PNG. Light signs without a ground get a dark one, because paper, mails and most screens are light. */
  async graphic(content: Uint8Array, isDrawing: boolean): Promise<Drawn> {
    const limits = { limitInputPixels: maxGraphicPixels, failOn: 'error', autoOrient: true } as const
    const options = isDrawing ? { ...limits, density: await densityOf(content, limits) } : limits
    const { data, info } = await sharp(content, options)
      .resize({ width: widest, height: highest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const drawn = sharp(data, { raw: { width, height, channels: 4 } })
    const grounded = isLightAlone(data) ? drawn.flatten({ background: darkGround }) : drawn
    return drawnOf(grounded.png({ compressionLevel: 9 }))
  },
}

/** Phones make up to 50 million; a few bytes can claim to be thousands of millions. */
const maxPixels = 64_000_000
const maxEdge = 2560
const previewEdge = 640
const placeholderEdge = 16
const maxSquare = 512
const maxGraphicPixels = 32_000_000
/** Twice as large as it is shown anywhere, for sharp screens and print. */
const [widest, highest] = [800, 320]

async function drawnOf(picture: Sharp): Promise<Drawn> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return { content: data, width: info.width, height: info.height }
}

/** Dots per inch at which a drawing is as large as we keep it: scaled up afterwards it would be blurred. */
async function densityOf(svg: Uint8Array, limits: SharpOptions): Promise<number> {
  const size = await sharp(svg, limits).metadata()
  const scale = Math.min(widest / Math.max(1, size.width ?? 1), highest / Math.max(1, size.height ?? 1))
  return Math.min(2400, Math.max(1, 72 * scale))
}

const darkGround = '#1c1917'
/** Of 255: lighter than that nothing can be read on white. */
const light = 215

/** Whether all that it shows is light, on no ground of its own. */
function isLightAlone(pixels: Buffer): boolean {
  let [shown, sum, clear] = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 128) clear++
    shown += alpha
    sum += alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue)
  }
  return clear * 4 > pixels.length / 20 && shown > 0 && sum / shown > light
}
