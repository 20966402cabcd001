import { eq } from 'drizzle-orm'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { localeOf, locales } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import type { Samples } from '#shared/samples/contract.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { animalGroups } from '../animal-groups/table.ts'
import { animals } from '../animals/table.ts'
import { audit } from '../audit/commands.ts'
import { requireRoom } from '../companies/planQueries.ts'
import type { CompanyRow } from '../companies/queries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { locations } from '../locations/table.ts'
import { createTask } from '../tasks/assign.ts'
import { animalNames, contentFor } from './content.ts'
import { presentSamples } from './queries.ts'
import { type SampleRow, sampleSets } from './table.ts'

/** Adds the sample data that fits the company's business, once. Throws `plan_limit_reached` where the plan has no room for the animals. */
export async function addSamples(ctx: Context, company: CompanyRow): Promise<Samples> {
  const { id: companyId } = company
  if (companyOf(ctx) !== companyId) throw new Problem('not_found')
  const [set] = await ctx.db
    .insert(sampleSets)
    .values({ companyId, rows: [], createdAt: ctx.now })
    .onConflictDoNothing()
    .returning()
  if (!set) return presentSamples(ctx.db, companyId)
  const rows = await makeRows(ctx, company)
  await ctx.db.update(sampleSets).set({ rows }).where(eq(sampleSets.id, set.id))
  await audit(ctx, 'samples.added', { type: 'Company', id: companyId, companyId })
  return presentSamples(ctx.db, companyId)
}

async function makeRows(ctx: Context, { id: companyId, languageId, kindOfBusiness }: CompanyRow): Promise<SampleRow[]> {
  const t = ctx.services.texts(localeOf(languageId))
  const marked = (name: string) => t(`samples.names.${name}`)
  const { species, places } = contentFor(kindOfBusiness)
  const made: SampleRow[] = []
  const stored = { companyId, createdAt: ctx.now, updatedAt: ctx.now }

  for (const { name, type } of places) {
    const [row] = await ctx.db
      .insert(locations)
      .values({ ...stored, name: marked(name), type })
      .returning()
    if (row) made.push({ kind: 'location', id: row.id, name: row.name })
  }
  const [barn] = made
  if (species) {
    await requireRoom(ctx, companyId, 'animals', animalNames.length)
    const group = { ...stored, name: marked('group'), purpose: 'enclosure' as const, species, locationId: barn?.id }
    const [herd] = await ctx.db.insert(animalGroups).values(group).returning()
    if (herd) made.push({ kind: 'animal_group', id: herd.id, name: herd.name })
    const inside = { ...stored, species, sex: 'female' as const, animalGroupId: herd?.id }
    const living = await ctx.db
      .insert(animals)
      .values(animalNames.map(name => ({ ...inside, name: marked(name) })))
      .returning()
    made.push(...living.map(({ id, name }) => ({ kind: 'animal' as const, id, name })))
  }
  const subjects: SubjectRef[] = barn ? [{ type: 'location', id: barn.id }] : []
  const inAll = (key: string): LocalizedText =>
    Object.fromEntries(locales.map(locale => [locale, ctx.services.texts(locale)(key)]))
  const task = await createTask(ctx, {
    ...{ title: t('samples.task.title'), titles: inAll('samples.task.title'), description: t('samples.task.text') },
    ...{ priority: 'normal', doneBy: 'any_one', assignees: [{ role_id: roles.manager }], subjects },
  })
  return [...made, { kind: 'task', id: task.id, name: task.title }]
}
