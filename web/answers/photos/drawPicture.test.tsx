import { afterEach, expect, test, vi } from 'vitest'
import { drawPicture } from './drawPicture.ts'

afterEach(() => vi.restoreAllMocks())

async function picture(): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = 40
  canvas.height = 20
  return new Promise(resolve => canvas.toBlob(blob => resolve(blob as Blob), 'image/png'))
}

test('a picture whose decoding was stopped, as pages do that are left, is decoded once more', async () => {
  const taken = await picture()
  const decode = vi.spyOn(globalThis, 'createImageBitmap')
  decode.mockRejectedValueOnce(new DOMException('The page is left', 'InvalidStateError'))
  const drawn = await createImageBitmap(await drawPicture(taken, 20))
  expect([drawn.width, drawn.height]).toEqual([20, 10])
})

test('what is no picture is refused', async () => {
  await expect(drawPicture(new Blob(['no picture']))).rejects.toThrow()
})
