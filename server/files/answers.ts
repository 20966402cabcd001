import { eq, sql } from 'drizzle-orm'
import { storedOfCompany } from '../companies/questions.ts'
import type { Answered } from '../lib/questions.ts'
import { storedOfPerson } from '../me/questions.ts'
import { usage } from '../plans/questions.ts'
import { filePieces, files } from './table.ts'

/** What files know that accounts ask: how much room they take, and where a company's and a person's are. */
export const fileAnswers: Answered[] = [
  usage.answeredBy(async (db, { companyId, thing }) => {
    if (thing !== 'storage') return 0
    const sizes = [files, filePieces].map(table =>
      db
        .select({ size: sql<string>`coalesce(sum(${table.size}), 0)` })
        .from(table)
        .where(eq(table.companyId, companyId)),
    )
    // One after the other: they share a connection.
    let sum = 0
    for (const size of sizes) sum += Number((await size)[0]?.size ?? 0)
    return sum
  }),
  storedOfCompany.answeredBy(async (db, companyId) => {
    const { path, previewPath } = files
    const rows = await db.select({ path, previewPath }).from(files).where(eq(files.companyId, companyId))
    return rows.flatMap(row => [row.path, row.previewPath ?? []].flat())
  }),
  storedOfPerson.answeredBy(async (db, userId) =>
    (await db.select({ path: files.path }).from(files).where(eq(files.userId, userId))).map(({ path }) => path),
  ),
]
