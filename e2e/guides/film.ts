/**
 * A film that can be gone through: noise that the browser's own encoder writes, put together as WebM with a list of its
 * key frames.
 */
import type { Page } from '@playwright/test'

type Frame = { at: number; content: string }

const framesPerSecond = 10

/** One key frame each second, of pictures that nothing makes small. */
export async function filmOf(page: Page, { seconds }: { seconds: number }): Promise<Buffer> {
  const frames = await page.evaluate(draw, { seconds, framesPerSecond })
  return webm(frames, seconds * 1000)
}

async function draw({ seconds, framesPerSecond }: { seconds: number; framesPerSecond: number }): Promise<Frame[]> {
  const frames: Frame[] = []
  const encoder = new VideoEncoder({
    output: chunk => {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      let text = ''
      for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
      frames.push({ at: chunk.timestamp / 1000, content: btoa(text) })
    },
    error: error => {
      throw error
    },
  })
  const [width, height] = [320, 240]
  encoder.configure({ codec: 'vp8', width, height, bitrate: 8_000_000, framerate: framesPerSecond })
  for (let index = 0; index < seconds * framesPerSecond; index++) {
    const points = new Uint8Array(width * height * 4)
    for (let at = 0; at < points.length; at += 65_536) crypto.getRandomValues(points.subarray(at, at + 65_536))
    const timestamp = (index * 1_000_000) / framesPerSecond
    const frame = new VideoFrame(points, { format: 'RGBX', codedWidth: width, codedHeight: height, timestamp })
    encoder.encode(frame, { keyFrame: index % framesPerSecond === 0 })
    frame.close()
  }
  await encoder.flush()
  return frames
}

/** A size of eight bytes says how long what follows is. */
function element(id: number[], ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(id), size, body])
}
const text = (id: number[], value: string) => element(id, Buffer.from(value))
const whole = (id: number[], value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return element(id, bytes)
}
const real = (id: number[], value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return element(id, bytes)
}

function webm(frames: Frame[], milliseconds: number): Buffer {
  const head = element(
    [0x1a, 0x45, 0xdf, 0xa3],
    ...[whole([0x42, 0x86], 1), whole([0x42, 0xf7], 1), whole([0x42, 0xf2], 4), whole([0x42, 0xf3], 8)],
    ...[text([0x42, 0x82], 'webm'), whole([0x42, 0x87], 4), whole([0x42, 0x85], 2)],
  )
  const info = element(
    [0x15, 0x49, 0xa9, 0x66],
    ...[whole([0x2a, 0xd7, 0xb1], 1_000_000), real([0x44, 0x89], milliseconds)],
    ...[text([0x4d, 0x80], 'tend'), text([0x57, 0x41], 'tend')],
  )
  const picture = element([0xe0], whole([0xb0], 320), whole([0xba], 240))
  const track = element(
    [0xae],
    ...[whole([0xd7], 1), whole([0x73, 0xc5], 1), whole([0x83], 1), text([0x86], 'V_VP8'), picture],
  )
  const tracks = element([0x16, 0x54, 0xae, 0x6b], track)
  const clusters = Array.from({ length: Math.ceil(frames.length / framesPerSecond) }, (_, second) =>
    element(
      [0x1f, 0x43, 0xb6, 0x75],
      whole([0xe7], second * 1000),
      ...frames.slice(second * framesPerSecond, (second + 1) * framesPerSecond).map(({ at, content }, index) => {
        const place = Buffer.from([0x81, 0, 0, index === 0 ? 0x80 : 0])
        place.writeInt16BE(Math.round(at) - second * 1000, 1)
        return element([0xa3], place, Buffer.from(content, 'base64'))
      }),
    ),
  )
  // What is where: the list of key frames stands before them, and is as long whatever it says.
  const cues = (from: number) => {
    let position = from
    return element(
      [0x1c, 0x53, 0xbb, 0x6b],
      ...clusters.map((cluster, second) => {
        const at = element([0xb7], whole([0xf7], 1), whole([0xf1], position))
        position += cluster.length
        return element([0xbb], whole([0xb3], second * 1000), at)
      }),
    )
  }
  const before = info.length + tracks.length
  const listed = cues(before + cues(0).length)
  return Buffer.concat([head, element([0x18, 0x53, 0x80, 0x67], info, tracks, listed, ...clusters)])
}
