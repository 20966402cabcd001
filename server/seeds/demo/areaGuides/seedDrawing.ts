import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { files } from '../../../files/table.ts'
import type { Database } from '../../../lib/db/pools.ts'
import type { Storage } from '../../../lib/files/storage.ts'
import type { Crew } from '../history.ts'
import type { AreaGuide } from './areaGuide.ts'

export type Drawing = { id: number; path: string }

/** The drawing of a guide in the store and among the files, as if the manager had sent it. */
export async function seedDrawing(
  db: Database,
  storage: Storage,
  { companyId, managerId }: Crew,
  { name, drawing }: AreaGuide,
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
