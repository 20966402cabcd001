import { expect, test, vi } from 'vitest'
import { scanCode } from './Scanner.tsx'

/** A camera that remembers whether it is off, and a screen that plays what it is given. */
function world(seen: (string | Error | undefined)[]) {
  const stopped = vi.fn()
  const camera = { getTracks: () => [{ stop: stopped }] } as unknown as MediaStream
  const video = { srcObject: null as MediaStream | null, play: vi.fn(async () => undefined) }
  const detect = vi.fn(async () => {
    const next = seen.shift()
    if (next instanceof Error) throw next
    return next === undefined ? [] : [{ rawValue: next }]
  })
  const giving = new AbortController()
  const means = {
    openCamera: async () => camera,
    reader: async () => ({ detect }),
    screen: (): HTMLVideoElement | null => video as unknown as HTMLVideoElement,
    pauseMs: 1,
  }
  return { stopped, camera, video, detect, giving, means }
}

test('the first code that is seen counts, after pictures without one and pictures that cannot be read; then the camera is off', async () => {
  const { stopped, camera, video, giving, means } = world([undefined, new Error('no picture yet'), '', 'HU 123'])
  expect(await scanCode(means, giving.signal)).toBe('HU 123')
  expect(video.srcObject).toBe(camera)
  expect(stopped).toHaveBeenCalled()
})

test('where one code after the other is read, the camera looks on until it is enough', async () => {
  const { stopped, giving, means } = world(['HU 1', 'HU 1', 'HU 2'])
  const seen: string[] = []
  const isEnough = (code: string) => {
    expect(stopped).not.toHaveBeenCalled()
    return seen.push(code) === 3
  }
  expect(await scanCode({ ...means, isEnough }, giving.signal)).toBe('HU 2')
  expect(seen).toEqual(['HU 1', 'HU 1', 'HU 2'])
  expect(stopped).toHaveBeenCalled()
})

test('closing the sheet turns the camera off at once, and a code seen at that moment counts no more', async () => {
  const { stopped, detect, giving, means } = world([])
  detect.mockImplementation(async () => {
    giving.abort()
    expect(stopped).toHaveBeenCalled()
    return [{ rawValue: 'late' }]
  })
  expect(await scanCode(means, giving.signal)).toBeUndefined()
  expect(detect).toHaveBeenCalledTimes(1)
})

test('a camera that is allowed only after the sheet was closed is turned off again unseen', async () => {
  const { stopped, video, giving, means } = world(['HU 123'])
  const screen = () => {
    giving.abort()
    return null
  }
  expect(await scanCode({ ...means, screen }, giving.signal)).toBeUndefined()
  expect(video.play).not.toHaveBeenCalled()
  expect(stopped).toHaveBeenCalled()
})

test('without a camera it fails, and without a reader it fails with the camera off', async () => {
  const { stopped, giving, means } = world([])
  const refused = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
  await expect(scanCode({ ...means, openCamera: refused }, giving.signal)).rejects.toThrow('No')
  expect(stopped).not.toHaveBeenCalled()
  await expect(
    scanCode({ ...means, reader: () => Promise.reject(new Error('offline')) }, giving.signal),
  ).rejects.toThrow('offline')
  expect(stopped).toHaveBeenCalled()
})
