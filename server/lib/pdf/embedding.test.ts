import sharp from 'sharp'
import { extractImages, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { submissionTemplate } from '../../submissions/document/submissionDocument.ts'
import { answering } from '../../test/sampleDocument.ts'
import { plainJpeg } from './pictures.ts'
import { renderPdf, stopRenderers } from './render.ts'

afterAll(stopRenderers)

const drawn = (background: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } })

test('a photo is in a document byte for byte, and the table of objects is right', async () => {
  const [red, blue] = [
    await drawn('#a00', 640, 480).jpeg({ mozjpeg: true }).toBuffer(),
    await drawn('#00a', 300, 500).jpeg().toBuffer(),
  ]
  const png = await drawn('#0a0', 64, 64).png().toBuffer()
  const pictures = ['red', 'blue', 'png', 'red'].map(name => ({ name }))
  const pdf = Buffer.from(
    await renderPdf(submissionTemplate, answering({ question: 'Q', answer: '', pictures }), {
      red,
      blue,
      png,
      logo: blue,
    }),
  )
  for (const photo of [red, blue]) expect(pdf.includes(photo)).toBe(true)

  const text = pdf.toString('latin1')
  const tableAt = Number(/startxref\s+(\d+)/.exec(text)?.[1])
  expect(text.slice(tableAt, tableAt + 5)).toBe('xref\n')
  const entries = [...text.slice(tableAt).matchAll(/(\d{10}) \d{5} ([nf])/g)]
  expect(entries.length).toBeGreaterThan(10)
  for (const [number, [, offset = '', kind]] of entries.entries())
    if (kind === 'n') expect(text.slice(Number(offset), Number(offset) + 12)).toMatch(new RegExp(`^${number} 0 obj`))

  const shown = await extractImages(await getDocumentProxy(new Uint8Array(pdf)), 1)
  expect(shown.map(({ width, height }) => `${width} ${height}`)).toEqual(
    expect.arrayContaining(['640 480', '300 500', '64 64']),
  )
})

test('only a JPEG without turns, profiles and other colours is taken as it is', async () => {
  const photo = drawn('#a00', 40, 30)
  expect(plainJpeg(await photo.clone().jpeg().toBuffer())).toEqual({ width: 40, height: 30 })
  expect(plainJpeg(await photo.clone().jpeg({ progressive: true }).toBuffer())).toEqual({ width: 40, height: 30 })
  for (const other of [
    await photo.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    await photo.clone().withIccProfile('p3').jpeg().toBuffer(),
    await photo.clone().toColourspace('cmyk').jpeg().toBuffer(),
    await photo.clone().toColourspace('b-w').jpeg().toBuffer(),
    await photo.clone().png().toBuffer(),
    (await photo.clone().jpeg().toBuffer()).subarray(0, 200),
    Buffer.alloc(0),
  ])
    expect(plainJpeg(other)).toBeNull()
})
