/** Pictures that rows of the demo name: photos of its animals, scans of its papers. */
import { createHash, randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import { animals } from '../../animals/table.ts'
import { papers } from '../../certificates/table.ts'
import { files } from '../../files/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { previewOf } from '../../lib/files/picture.ts'
import type { Storage } from '../../lib/files/storage.ts'
import { chance } from './chance.ts'
import { drawPortrait } from './photos.ts'

type Owner = { companyId: number; userId: number; ownedBy: string }

/** Puts a drawing as a photo into the store and among the files. */
async function storePicture(db: Database, storage: Storage, owner: Owner, name: string, drawing: string) {
  const content = await sharp(Buffer.from(drawing)).jpeg({ quality: 82 }).toBuffer()
  const { width, height } = await sharp(content).metadata()
  const preview = await previewOf(content, name)
  const path = `${owner.companyId}/demo/${randomUUID()}.jpg`
  const previewPath = `${owner.companyId}/demo/${randomUUID()}.${preview.extension}`
  await storage.write(path, content)
  await storage.write(previewPath, preview.content)
  const [file] = await db
    .insert(files)
    .values({
      ...{ ...owner, uuid: randomUUID(), path, previewPath, name, contentType: 'image/jpeg', size: content.length },
      ...{ sha256: createHash('sha256').update(content).digest('hex'), width, height },
      placeholder: preview.placeholder,
    })
    .returning()
  if (!file) throw new Error('An insert returns its row')
  return file
}

/** A photo of each of these animals. */
export async function seedAnimalPhotos(
  db: Database,
  storage: Storage,
  { companyId, userId }: Omit<Owner, 'ownedBy'>,
  names: string[],
): Promise<void> {
  const wanted = await db
    .select()
    .from(animals)
    .where(and(eq(animals.companyId, companyId), inArray(animals.name, names)))
  for (const { id, name } of wanted) {
    const owner = { companyId, userId, ownedBy: 'animal_photo' }
    const file = await storePicture(db, storage, owner, `${name}.jpg`, drawPortrait(chance(id)))
    const photo = { id: file.id, uuid: file.uuid, path: file.path, preview_path: file.previewPath }
    await db
      .update(animals)
      .set({ photos: [photo] })
      .where(eq(animals.id, id))
  }
}

/** A scan of each insurance, and one of last year's beside it. */
export async function seedScans(
  db: Database,
  storage: Storage,
  { companyId, userId }: Omit<Owner, 'ownedBy'>,
  now: Date,
): Promise<void> {
  const owner = { companyId, userId, ownedBy: 'paper' }
  const insured = await db
    .select()
    .from(papers)
    .where(and(eq(papers.companyId, companyId), eq(papers.kind, 'insurance')))
  for (const { id, number, issuer } of insured) {
    const scan = async (name: string, ofYear: string) => {
      const file = await storePicture(db, storage, owner, name, drawScan([issuer ?? '', number ?? '', ofYear]))
      const { id, uuid, path, size, contentType } = file
      return { id, uuid, path, name, size, content_type: contentType }
    }
    const year = now.getUTCFullYear()
    const last = {
      ...{ number: `${number}/${year - 1}`, issuer, issued_on: `${year - 1}-05-17`, valid_until: `${year}-05-16` },
      ...{ files: [await scan(`policy ${year - 1}.jpg`, String(year - 1))], renewed_at: `${year}-05-10T09:12:00.000Z` },
    }
    await db
      .update(papers)
      .set({ files: [await scan(`policy ${year}.jpg`, String(year))], earlier: [last] })
      .where(eq(papers.id, id))
  }
}

/** A sheet with a head, some words and lines of print. */
function drawScan([issuer, number, year]: string[]): string {
  const text = (words: string | undefined, y: number, size: number) =>
    `<text x="90" y="${y}" font-family="sans-serif" font-size="${size}" ` +
    `fill="#1c1917">${(words ?? '').replace(/[<&]/g, '')}</text>`
  const lines = Array.from(
    { length: 22 },
    (_, at) => `<rect x="90" y="${430 + at * 30}" width="${at % 5 === 4 ? 420 : 700}" height="8" fill="#a8a29e"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="880" height="1244">
    <rect width="880" height="1244" fill="#fdfdfb"/><rect x="90" y="90" width="700" height="12" fill="#1e40af"/>
    ${text(issuer, 190, 52)}${text(number, 270, 40)}${text(year, 340, 40)}${lines.join('')}
  </svg>`
}
