import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import { requireForms, startingForms, usage } from '../companies/ports.ts'
import { paperOf } from '../documents/ports.ts'
import { namedElsewhere, storedElsewhere } from '../files/questions.ts'
import type { QueryProvider } from '../lib/queryPorts.ts'
import { permitted } from '../lib/registers/accessible.ts'
import { paperOfForm } from './pdf.ts'
import { formPictures, forms, formTables, inviteForms } from './table.ts'

/** What forms know that accounts, plans and files ask. */
export const formAnswers: QueryProvider[] = [
  usage.providedBy(async (db, { companyId, thing }) => {
    if (thing === 'forms') {
      const living = and(eq(forms.companyId, companyId), isNull(forms.archivedAt))
      return (await db.select({ used: count() }).from(forms).where(living))[0]?.used ?? 0
    }
    if (thing !== 'storage') return 0
    const size = sql<string>`coalesce(sum(${formPictures.size}), 0)`
    const [pictures] = await db.select({ size }).from(formPictures).where(eq(formPictures.companyId, companyId))
    const cells = sql<string>`coalesce(sum(${formTables.size}), 0)`
    const [tables] = await db.select({ size: cells }).from(formTables).where(eq(formTables.companyId, companyId))
    return Number(pictures?.size ?? 0) + Number(tables?.size ?? 0)
  }),

  storedElsewhere.providedBy(async (db, { ability, path }) => {
    const [picture] = await db.select().from(formPictures).where(eq(formPictures.path, path))
    return picture ? permitted({ ability }, 'read', 'Form', { ...picture, status: 'open' as const }) : null
  }),
  namedElsewhere.providedBy(async (db, paths) =>
    (await db.select({ path: formPictures.path }).from(formPictures).where(inArray(formPictures.path, paths))).map(
      ({ path }) => path,
    ),
  ),

  paperOf.providedBy(paperOfForm),

  requireForms.providedBy(async (db, { companyId, ids }) => {
    if (ids.length === 0) return
    const found = await db
      .select({ id: forms.id })
      .from(forms)
      .where(
        and(eq(forms.companyId, companyId), inArray(forms.id, ids), eq(forms.status, 'open'), isNull(forms.archivedAt)),
      )
    const open = new Set(found.map(({ id }) => id))
    const missing = ids.findIndex(id => !open.has(id))
    if (missing >= 0) throw invalidField(`forms.${missing}`, 'not_found')
  }),
  startingForms.providedBy(async (db, inviteIds) => {
    if (inviteIds.length === 0) return new Map()
    const rows = await db
      .select({ inviteId: inviteForms.inviteId, formId: inviteForms.formId })
      .from(inviteForms)
      .where(inArray(inviteForms.inviteId, inviteIds))
      .orderBy(asc(inviteForms.id))
    const grouped = Map.groupBy(rows, ({ inviteId }) => inviteId)
    return new Map([...grouped].map(([id, found]) => [id, found.map(({ formId }) => formId)]))
  }),
]
