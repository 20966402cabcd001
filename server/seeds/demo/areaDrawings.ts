import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { files } from '../../files/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import type { Storage } from '../../lib/files/storage.ts'
import type { Crew } from './history.ts'

export type Drawing = { id: number; path: string }

/** The drawing of a guide in the store and among the files, as if the manager had sent it. */
export async function seedDrawing(
  db: Database,
  storage: Storage,
  { companyId, managerId }: Crew,
  { name, drawing }: { name: string; drawing: string },
  at: Date,
): Promise<Drawing> {
  const content = await sharp(Buffer.from(drawing)).png({ palette: true }).toBuffer()
  const { width, height } = await sharp(content).metadata()
  const [year, month] = at.toISOString().split('-')
  const path = `${companyId}/${year}/${month}/${randomUUID()}.png`
  await storage.write(path, content)
  const [file] = await db
    .insert(files)
    .values({
      ...{ companyId, userId: managerId, uuid: randomUUID(), path, name, ownedBy: 'guide', contentType: 'image/png' },
      ...{
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        width,
        height,
        createdAt: at,
      },
    })
    .returning({ id: files.id })
  if (!file) throw new Error('The drawing was not stored.')
  return { id: file.id, path }
}

/** The drawings of the areas' guides: lines in two tones, without words, so that they are good in every language. */
const [width, height] = [1200, 640]
const line = '#3f3f46'
const good = '#0f766e'
const bad = '#b91c1c'

const sheet = (...parts: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <rect width="${width}" height="${height}" fill="#fafaf9"/>
  <g fill="none" stroke="${line}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">
  ${parts.join('')}</g></svg>`

const at = (x: number, y: number, scale: number, ...parts: string[]) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${parts.join('')}</g>`
const path = (d: string, more = '') => `<path d="${d}" ${more}/>`
const circle = (x: number, y: number, radius: number, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${radius}" ${more}/>`

/** Well, or not: told by the sign and not by its colour alone. */
const tick = (x: number, y: number) => path(`M${x - 30} ${y} l22 26 l44 -56`, `stroke="${good}" stroke-width="14"`)
const cross = (x: number, y: number) =>
  path(`M${x - 28} ${y - 28} l56 56 M${x + 28} ${y - 28} l-56 56`, `stroke="${bad}" stroke-width="14"`)
/** Points, as many as a score has. */
const points = (x: number, y: number, count: number) =>
  Array.from({ length: 3 }, (_, index) =>
    circle(x + (index - 1) * 46, y, 14, index < count ? `fill="${line}"` : 'stroke-width="5"'),
  ).join('')

/** A cow from the side, 400 wide: how far its back arches, how low its head hangs, how high a foot is lifted. */
const cow = (arch: number, hang: number, lift: number) =>
  [
    path(`M70 110 Q190 ${110 - arch} 300 110 L300 190 Q190 220 70 190 Z`, 'fill="#ffffff"'),
    path(
      `M300 115 L350 ${80 + hang} L395 ${110 + hang} L380 ${145 + hang} L340 ${140 + hang} L300 165`,
      'fill="#ffffff"',
    ),
    path(`M350 ${80 + hang} l-22 -12`),
    path('M70 115 Q45 150 58 205'),
    path('M95 195 L92 300 M130 203 L130 300 M255 203 L255 300'),
    lift > 0 ? path(`M285 195 L300 ${250 - lift} L272 ${285 - lift}`, `stroke="${bad}"`) : path('M285 195 L288 300'),
    path('M165 210 q22 26 44 0'),
  ].join('')

export function drawGaits(): string {
  const places = [
    [90, 40],
    [660, 40],
    [90, 345],
    [660, 345],
  ] as const
  const gaits = [cow(0, 0, 0), cow(16, 8, 0), cow(44, 34, 14), cow(76, 62, 44)]
  return sheet(
    ...places.map(([x, y], score) =>
      at(x, y, 0.8, gaits[score] ?? '', path('M20 302 L420 302', 'stroke-width="4"'), points(470, 200, score)),
    ),
  )
}

export function drawSheep(): string {
  const wool = Array.from({ length: 11 }, (_, index) => {
    const angle = (index / 11) * 2 * Math.PI
    const around = (width: number, height: number, at: number) =>
      `${Math.round(590 + width * Math.cos(at))} ${Math.round(290 + height * Math.sin(at))}`
    return `${index === 0 ? 'M' : `Q${around(330, 190, angle - 0.28)} `}${around(270, 140, angle)}`
  }).join(' ')
  const spots = [
    [345, 290],
    [590, 150],
    [790, 200],
    [470, 540],
    [740, 540],
  ]
  return sheet(
    path(`${wool} Q930 250 860 290 Z`, 'fill="#ffffff"'),
    path('M850 240 Q900 180 960 210 L985 290 Q960 330 915 310 L860 300 Z', 'fill="#ffffff"'),
    path('M905 195 q-40 -24 -52 6 M945 250 l2 2'),
    path('M460 420 L460 550 M520 430 L520 550 M680 430 L680 550 M740 420 L740 550'),
    path('M330 280 q-44 30 -22 84'),
    ...spots.map(([x = 0, y = 0]) => circle(x, y, 46, `stroke="${bad}" stroke-width="9" stroke-dasharray="22 14"`)),
    path('M200 566 L1020 566', 'stroke-width="4"'),
  )
}

const pig = (tail: string) =>
  [
    path('M90 150 Q110 60 250 62 Q390 60 410 150 Q410 240 250 240 Q100 240 90 150 Z', 'fill="#ffffff"'),
    path('M385 105 Q450 90 462 140 L488 138 L490 182 L460 186 Q430 214 392 196', 'fill="#ffffff"'),
    path('M400 100 l16 -40 l30 40 M436 138 l2 2 M478 152 l0 14'),
    path('M150 236 L150 300 M190 240 L190 300 M320 240 L320 300 M360 230 L360 300'),
    tail,
  ].join('')

export function drawPigs(): string {
  const curled = path('M92 140 q-40 -6 -36 -34 q6 -24 28 -10 q16 16 -8 26 q-30 8 -46 -14', `stroke="${good}"`)
  const hanging = path('M92 150 q-34 30 -30 104', `stroke="${bad}"`)
  return sheet(
    at(60, 110, 1, pig(curled), path('M30 302 L520 302', 'stroke-width="4"')),
    at(640, 110, 1, pig(hanging), path('M30 302 L520 302', 'stroke-width="4"')),
    tick(320, 520),
    cross(900, 520),
  )
}

const hen = (x: number, y: number, turn: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})">` +
  path('M-26 0 Q-22 -24 6 -22 Q34 -16 34 0 Q34 16 6 22 Q-22 24 -26 0 Z', 'fill="#ffffff" stroke-width="5"') +
  path('M34 -6 l14 6 l-14 6 M-26 0 l-16 -10 M-26 0 l-16 10', 'stroke-width="5"') +
  '</g>'

export function drawHens(): string {
  const house = (x: number) => path(`M${x} 60 h480 v400 h-480 Z`)
  const spread = Array.from({ length: 12 }, (_, index) =>
    hen(160 + (index % 4) * 116, 130 + Math.floor(index / 4) * 128, (index * 77) % 360),
  )
  const crowded = Array.from({ length: 12 }, (_, index) =>
    hen(700 + (index % 4) * 62 + (index % 3) * 6, 300 + Math.floor(index / 4) * 56, (index * 41) % 360),
  )
  return sheet(house(80), house(640), ...spread, ...crowded, tick(320, 550), cross(880, 550))
}

export function drawLoading(): string {
  return sheet(
    path('M40 120 h420 v280 h-420 Z M40 200 h420 M40 280 h420', 'fill="#ffffff"'),
    circle(130, 430, 44, 'fill="#ffffff"'),
    circle(360, 430, 44, 'fill="#ffffff"'),
    path('M460 400 L760 500 L780 500'),
    path('M20 500 L1180 500', 'stroke-width="4"'),
    `<g transform="translate(690 318) rotate(18) scale(-0.5 0.5)">${cow(0, 0, 0)}</g>`,
    at(850, 350, 0.5, cow(70, 60, 44)),
    tick(590, 220),
    cross(960, 260),
  )
}

export function drawShaft(): string {
  const tractor = path('M0 190 v-130 h60 l20 -50 h90 v180 Z', 'fill="#ffffff"') + circle(90, 200, 66, 'fill="#ffffff"')
  const machine = path('M0 40 h170 v160 h-170 Z M30 40 v160 M140 40 v160', 'fill="#ffffff"') + circle(85, 230, 36)
  const joints = [circle(330, 165, 15), circle(560, 165, 15)].join('')
  const guard = path(
    'M345 138 h200 l0 54 h-200 Z M300 128 q34 6 45 10 M300 202 q34 -6 45 -10 M590 128 q-34 6 -45 10 M590 ' +
      '202 q-34 -6 -45 -10',
    `stroke="${good}" stroke-width="9" fill="#ffffff"`,
  )
  const bare =
    path('M345 158 h200 M345 172 h200') + path('M400 130 q44 -34 88 0 l-4 -26 M488 130 l-26 2', `stroke="${bad}"`)
  const row = (y: number, shaft: string, sign: string) =>
    at(120, y, 1, at(100, 0, 1, tractor), joints, shaft, at(620, 0, 1, machine)) + sign
  return sheet(row(30, guard, tick(1040, 170)), row(340, bare, cross(1040, 480)))
}
