/** Copies of ready guides in a company: one of each, published at once, with the drawing as a file of its own. */
import { createHash, randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { GuideDetail, ReadyGuide } from '#shared/guides/contract.ts'
import { drawingPath } from '#shared/guides/guideText.ts'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { insertFile, writeUploads } from '../../files/commands.ts'
import { type Context, companyOf, type Upload } from '../../lib/context.ts'
import { drawApart } from '../../lib/files/pictureWork.ts'
import { createGuide, publishGuide, restoreGuide } from '../commands.ts'
import { accessGuide, presentGuide } from '../queries.ts'
import { guides } from '../table.ts'
import { type GuideTemplate, listGuideTemplates } from '../templates.ts'

/** All ready guides, each with the company's copy of it. */
export async function listReadyGuides(ctx: Context): Promise<ReadyGuide[]> {
  const templates = listGuideTemplates()
  const copies = await copiesOf(
    ctx,
    templates.map(({ key }) => key),
  )
  return templates.map(template => {
    const copy = copies.get(template.key)
    return { ...template, guide_id: copy && !copy.archivedAt ? copy.id : null }
  })
}

/** Draws what the company has no file of yet, before the transaction of `takeReadyGuides`. */
export async function prepareReadyGuides(ctx: Context, keys: readonly string[]): Promise<void> {
  const wanted = [...new Set(keys)].map(findTemplate)
  if (wanted.length === 0 || !mayTake(ctx)) return
  const copies = await copiesOf(ctx, keys)
  for (const template of wanted) if (!copies.has(template.key)) ctx.uploads.push(await drawn(template))
  await writeUploads(ctx, companyOf(ctx))
}

/**
 * The company's copies of ready guides, by their keys. Missing ones are made for people who may add guides, archived
 * ones restored; nobody else gets one by this.
 */
export async function takeReadyGuides(ctx: Context, keys: readonly string[]): Promise<Map<string, number>> {
  const wanted = [...new Set(keys)]
  if (wanted.length === 0) return new Map()
  const companyId = companyOf(ctx)
  if (mayTake(ctx))
    await ctx.db.execute(sql`select pg_advisory_xact_lock(${companyId}, hashtext('guides.template_key'))`)
  const copies = await copiesOf(ctx, wanted)
  const ids = new Map<string, number>()
  for (const key of wanted) {
    const copy = copies.get(key)
    if (copy?.archivedAt && mayTake(ctx)) await restoreGuide(ctx, await accessGuide(ctx, copy.id, 'delete'))
    if (copy) ids.set(key, copy.id)
    else if (mayTake(ctx)) ids.set(key, await copyTemplate(ctx, findTemplate(key)))
  }
  return ids
}

/** The company's copy of a ready guide; 404 for a key of none. */
export async function takeReadyGuide(ctx: Context, key: string): Promise<GuideDetail> {
  const ids = await takeReadyGuides(ctx, [key])
  return presentGuide(ctx, { id: ids.get(key) ?? 0 })
}

const mayTake = (ctx: Context) => allows(ctx.ability, 'create', 'Guide', { companyId: companyOf(ctx) })

function findTemplate(key: string): GuideTemplate {
  const template = listGuideTemplates().find(one => one.key === key)
  if (!template) throw new Problem('not_found')
  return template
}

async function copiesOf(ctx: Context, keys: readonly string[]) {
  const { id, templateKey, archivedAt } = guides
  const rows = await ctx.db
    .select({ id, templateKey, archivedAt })
    .from(guides)
    .where(and(eq(guides.companyId, companyOf(ctx)), inArray(templateKey, [...keys])))
  return new Map(rows.map(row => [row.templateKey ?? '', row]))
}

const nameOf = ({ key }: GuideTemplate) => `${key}.png`

/** Each is drawn once in a process, for all companies: sixteen PNGs have less than a megabyte. */
const drawings = new Map<string, ReturnType<typeof draw>>()
const draw = ({ drawing }: GuideTemplate) => drawApart('drawing', 'guides', 'sheet', Buffer.from(drawing))

/** The drawing of a guide; one that failed is tried again by who asks next. */
function drawingOf(template: GuideTemplate): ReturnType<typeof draw> {
  const { key } = template
  const known = drawings.get(key)
  if (known) return known
  const drawing = draw(template)
  drawings.set(key, drawing)
  drawing.catch(() => drawings.delete(key))
  return drawing
}

/** Draws all of them while other things are done. */
export function beginDrawings(): void {
  for (const template of listGuideTemplates()) drawingOf(template)
}

async function drawn(template: GuideTemplate): Promise<Upload> {
  const picture = await drawingOf(template)
  const content = Buffer.from(picture.content)
  return {
    ...{ ...picture, content, contentType: 'image/png', extension: 'png', name: nameOf(template), preview: null },
    sentSha256: createHash('sha256').update(content).digest('hex'),
  }
}

async function copyTemplate(ctx: Context, template: GuideTemplate): Promise<number> {
  const prepared = () => ctx.uploads.find(({ name }) => name === nameOf(template))
  // Only the demo comes without: nobody else waits while it is filled in.
  if (!prepared()) await prepareReadyGuides(ctx, [template.key])
  const upload = prepared()
  if (!upload) throw new Error(`The drawing of ${template.key} was not prepared.`)
  const { path } = await insertFile(ctx, { companyId: companyOf(ctx), submissionId: null }, randomUUID(), upload)
  const body = Object.fromEntries(
    Object.entries(template.body).map(([locale, text]) => [locale, text.replace(drawingPath, path)]),
  )
  const { key: templateKey, category, title } = template
  const { id } = await createGuide({ title, body, category, templateKey, defaultLanguage: ctx.locale }, ctx)
  await publishGuide(ctx, await accessGuide(ctx, id, 'update'))
  return id
}
