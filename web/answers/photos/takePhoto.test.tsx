import { afterEach, expect, test, vi } from 'vitest'
import { drawPhoto, takePhoto } from './takePhoto.ts'

afterEach(() => vi.restoreAllMocks())

async function photo(): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = 40
  canvas.height = 20
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  return new File([blob as Blob], 'gate.png', { type: 'image/png' })
}

const left = new DOMException('The page is left', 'NotReadableError')

test('a photo is drawn once more where reading stopped, as it does in a page that is left', async () => {
  const taken = await takePhoto(await photo(), 'form', 'view')
  vi.spyOn(globalThis, 'createImageBitmap').mockRejectedValueOnce(left)
  expect(await drawPhoto(taken)).toMatchObject({ state: 'kept', name: 'gate.jpg', content_type: 'image/jpeg' })
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(left)
  expect(await drawPhoto(taken)).toMatchObject({ state: 'kept', name: 'gate.jpg', content_type: 'image/jpeg' })
})

test('a photo is not refused while the page draws no picture at all, as where a navigation takes long', async () => {
  const taken = await takePhoto(await photo(), 'form', 'view')
  const draw = vi.spyOn(globalThis, 'createImageBitmap')
  // Three times the photo, and twice the sample beside it.
  for (let times = 0; times < 5; times++) draw.mockRejectedValueOnce(left)
  expect(await drawPhoto(taken)).toMatchObject({ state: 'kept', name: 'gate.jpg' })
  expect(draw).toHaveBeenCalledTimes(6)
})

test('what is no picture is refused', async () => {
  const taken = await takePhoto(new File(['no picture'], 'gate.png'), 'form', 'view')
  await expect(drawPhoto(taken)).rejects.toThrow()
})
