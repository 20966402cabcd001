import sharp from 'sharp'
import { expect, test } from 'vitest'
import { preparePicture } from './pictures.ts'

const photo = (red: number, size = 1600) =>
  sharp({ create: { width: size, height: size / 2, channels: 3, background: { r: red, g: 90, b: 30 } } })
    .jpeg()
    .toBuffer()

test('a small photo is taken as it is', async () => {
  const small = await photo(90, 640)
  expect((await preparePicture(small))?.bytes.equals(small)).toBe(true)
})

test('the same picture is prepared once, another one by itself, and a broken one is none each time', async () => {
  const [one, other] = [await photo(200), await photo(10)]
  const first = await preparePicture(one)
  expect(first).toMatchObject({ width: 800, height: 400 })
  expect(await preparePicture(Buffer.from(one))).toBe(first)
  expect((await preparePicture(other))?.bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(false)
  for (let time = 0; time < 2; time++) expect(await preparePicture(one.subarray(0, 40))).toBeNull()
})
