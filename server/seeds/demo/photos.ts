import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { files } from '../../files/table.ts'
import type { Upload } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { previewOf } from '../../lib/files/picture.ts'
import type { Storage } from '../../lib/files/storage.ts'
import { type Chance, chance as seeded } from './chance.ts'

const width = 1280
const height = 960

type Photo = { companyId: number; userId: number; submissionId: number; questionId: string; uuid: string; at: Date }

/** Pens that were photographed. Few of them, because drawing one takes a tenth of a second. */
const pens = 6
const drawn = new Map<number, Promise<Buffer>>()

/** A photo of a pen, as far as a drawing can be one. */
function photoOfPen(chance: Chance): Promise<Buffer> {
  const pen = chance.between(1, pens)
  const known = drawn.get(pen)
  if (known) return known
  const drawing = sharp(Buffer.from(drawPen(seeded(pen))))
    .jpeg({ quality: 82 })
    .toBuffer()
  drawn.set(pen, drawing)
  return drawing
}

/** A photo in the store and in the files of a submission. */
export async function seedPhoto(db: Database, storage: Storage, photo: Photo, chance: Chance): Promise<void> {
  const { at, ...owner } = photo
  const content = await photoOfPen(chance)
  const [year, month] = at.toISOString().split('-')
  const path = `${photo.companyId}/${year}/${month}/${randomUUID()}.jpg`
  await storage.write(path, content)
  await db.insert(files).values({
    ...owner,
    path,
    name: 'pen.jpg',
    contentType: 'image/jpeg',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    width,
    height,
    createdAt: at,
  })
}

/** A photo as a phone would send it. */
export async function takePhoto(chance: Chance): Promise<Upload> {
  const content = await photoOfPen(chance)
  const photo = { content, contentType: 'image/jpeg', extension: 'jpg', width, height } as Upload
  const sentSha256 = createHash('sha256').update(content).digest('hex')
  return { ...photo, name: 'photo.jpg', sentSha256, preview: await previewOf(content, 'demo') }
}

/** Straw, a rail fence, and a few cows at the feed. */
function drawPen(chance: Chance): string {
  const straw = Array.from({ length: 420 }, () => {
    const [x, y] = [chance.between(0, width), chance.between(520, height)]
    const tone = chance.pick(['#d9b65a', '#c79f42', '#e6cb7d', '#b98f38'])
    return (
      `<line x1="${x}" y1="${y}" x2="${x + chance.between(-46, 46)}" y2="${y + chance.between(-10, 10)}" ` +
      `stroke="${tone}" stroke-width="3"/>`
    )
  })
  const cows = Array.from({ length: chance.between(2, 4) }, (_, index) =>
    drawCow(120 + index * 290 + chance.between(-40, 40), chance),
  )
  const posts = [0, 320, 640, 960, 1262].map(x => `<rect x="${x}" y="470" width="18" height="240" fill="#6b4f34"/>`)
  const rails = [510, 580, 650].map(y => `<rect x="0" y="${y}" width="${width}" height="14" fill="#7d5d3d"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#8d99a3"/>
    <rect y="0" width="${width}" height="120" fill="#5d6770"/>
    <rect y="150" width="${width}" height="70" fill="#c9d3da"/>
    <rect y="430" width="${width}" height="530" fill="#a98539"/>
    ${straw.join('')}${cows.join('')}${posts.join('')}${rails.join('')}
  </svg>`
}

/** One animal, close by. */
export const drawPortrait = (
  chance: Chance,
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${height}" height="${height}">
    <rect width="${height}" height="${height}" fill="#9db4c0"/>
    <rect y="620" width="${height}" height="340" fill="#6f8f4e"/>
    <g transform="translate(-40 -620) scale(3)">${drawCow(50, chance)}</g>
  </svg>`

function drawCow(x: number, chance: Chance): string {
  const [coat, patch] = chance.pick([
    ['#2f2a27', '#efece8'],
    ['#7a4a2b', '#f2ebe2'],
    ['#efece8', '#2f2a27'],
  ] as const)
  const y = chance.between(400, 440)
  return `<g transform="translate(${x} ${y})">
    <rect x="20" y="90" width="22" height="110" fill="${coat}"/>
    <rect x="150" y="90" width="22" height="110" fill="${coat}"/>
    <ellipse cx="100" cy="70" rx="110" ry="62" fill="${coat}"/>
    <ellipse cx="${chance.between(60, 130)}" cy="60" rx="36" ry="26" fill="${patch}"/>
    <path d="M190 40 q50 -30 62 20 q4 44 -34 48 q-30 -6 -40 -40z" fill="${coat}"/>
    <ellipse cx="240" cy="86" rx="20" ry="14" fill="#d9a99a"/>
    <rect x="196" y="26" width="20" height="14" rx="3" fill="#f5c518"/>
  </g>`
}
