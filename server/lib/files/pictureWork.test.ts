/** Pictures are drawn in processes that are killed at the deadline, in the middle of native code too. */
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { readLogo } from '../../companies/logo.ts'
import { dearDrawing } from '../../test/attacks/dearDrawing.ts'
import { readPicture } from './picture.ts'
import { maxOf, stopPictures } from './pictureWork.ts'

const { maxWorked } = maxOf.drawing

afterEach(async () => {
  maxOf.drawing.maxWorked = maxWorked
  await stopPictures()
})

const plain = () => sharp({ create: { width: 80, height: 40, channels: 3, background: 'orange' } })

/** The processes that this one started for pictures, as the system lists them. */
function pictureProcesses(): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(id => {
      try {
        const parent = readFileSync(`/proc/${id}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1]
        return (
          Number(parent) === process.pid && readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('pictureProcess')
        )
      } catch {
        return false
      }
    })
    .map(Number)
}

test('a drawing beyond its bound is refused, while photos of others and the next drawing pass', async () => {
  const order: string[] = []
  // By the work, for the clock is the machine's.
  maxOf.drawing.maxWorked = 1_000
  const dear = readLogo(dearDrawing(), 'company 1').catch(error => error)
  dear.then(() => order.push('dear drawing'))
  const photo = await plain().jpeg().toBuffer()
  for (let index = 0; index < 3; index++) expect(await readPicture(photo, 'company 2')).toMatchObject({ width: 80 })
  order.push('photos')
  const small = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h9v9z"/></svg>',
  )
  const next = readLogo(small, 'company 2')
  expect(await dear).toMatchObject({ code: 'too_large', text: 'logo_too_large' })
  expect(order).toEqual(['photos', 'dear drawing'])
  expect(await next).toMatchObject({ width: 640, height: 320 })
})

test.runIf(process.platform === 'linux')(
  'a photo that takes too much ends its process, and the next has another',
  async () => {
    const large = await sharp({ create: { width: 8_000, height: 7_900, channels: 3, background: 'orange' } })
      .png()
      .toBuffer()
    const { maxWorked } = maxOf.picture
    maxOf.picture.maxWorked = 100
    try {
      await expect(readPicture(large, 'company 1')).rejects.toMatchObject({ code: 'too_large' })
    } finally {
      maxOf.picture.maxWorked = maxWorked
    }
    expect(pictureProcesses()).toEqual([])
    expect(await readPicture(large, 'company 1')).toMatchObject({ width: 2560 })
  },
)

test.runIf(process.platform === 'linux')('a stop ends a drawing under way, and puts off what waits', async () => {
  maxOf.drawing.maxWorked = 60_000
  const sent = ['company 1', 'company 2'].map(key => readLogo(dearDrawing(), key).catch(error => error))
  await expect.poll(pictureProcesses).toHaveLength(1)
  await stopPictures()
  for (const answer of sent) expect(await answer).toMatchObject({ code: 'unavailable', status: 503 })
  expect(pictureProcesses()).toEqual([])
})
