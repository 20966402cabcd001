import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { companies } from '../../companies/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import type { Storage } from '../../lib/files/storage.ts'

/** Our own drawing: furrows that run to the horizon, below a sun. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 64 64">
  <defs><clipPath id="field"><circle cx="32" cy="32" r="30"/></clipPath></defs>
  <g clip-path="url(#field)">
    <rect width="64" height="64" fill="#fef3c7"/>
    <circle cx="42" cy="22" r="9" fill="#f97316"/>
    <path d="M0 34 Q18 24 34 32 T64 30 V64 H0z" fill="#4d7c0f"/>
    <path d="M0 42 Q22 34 64 40 V64 H0z" fill="#65a30d"/>
    <g fill="none" stroke="#365314" stroke-width="2.4" stroke-linecap="round">
      <path d="M30 39 Q22 50 6 64"/><path d="M33 39 Q30 50 24 64"/>
      <path d="M36 39 Q38 50 42 64"/><path d="M39 39 Q46 50 60 64"/>
    </g>
  </g>
  <circle cx="32" cy="32" r="30" fill="none" stroke="#365314" stroke-width="3"/>
</svg>`

/** The logo of a company of the demo, in the store and on its row. */
export async function seedLogo(db: Database, storage: Storage, companyId: number): Promise<void> {
  const { data, info } = await sharp(Buffer.from(drawing)).png().toBuffer({ resolveWithObject: true })
  const path = `logos/${randomUUID()}.png`
  await storage.write(path, data)
  const logo = { path, width: info.width, height: info.height, size: data.length }
  await db.update(companies).set({ logo }).where(eq(companies.id, companyId))
}
