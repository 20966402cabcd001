import { eq, sql } from 'drizzle-orm'
import { storedOfPerson } from '../accounts/ports.ts'
import { storedOfCompany, usage } from '../companies/ports.ts'
import type { QueryProvider } from '../lib/queryPorts.ts'
import { filePieces, files, storedSizes } from './table.ts'

/** What files know that accounts ask: how much room they take, and where a company's and a person's are. */
export const fileAnswers: QueryProvider[] = [
  usage.providedBy(async (db, { companyId, thing }) => {
    if (thing !== 'storage') return 0
    const whole = sql<string>`(select coalesce(sum(${storedSizes.bytes}), 0) from ${storedSizes}
      where ${eq(storedSizes.companyId, companyId)})`
    const inPieces = sql<string>`(select coalesce(sum(${filePieces.size}), 0) from ${filePieces}
      where ${eq(filePieces.companyId, companyId)})`
    const { rows } = await db.execute<{ size: string }>(sql`select ${whole} + ${inPieces} as size`)
    return Number(rows[0]?.size ?? 0)
  }),
  storedOfCompany.providedBy(async (db, companyId) => {
    const { path, previewPath } = files
    const rows = await db.select({ path, previewPath }).from(files).where(eq(files.companyId, companyId))
    return rows.flatMap(row => [row.path, row.previewPath ?? []].flat())
  }),
  storedOfPerson.providedBy(async (db, userId) =>
    (await db.select({ path: files.path }).from(files).where(eq(files.userId, userId))).map(({ path }) => path),
  ),
]
