import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import type { AuditDetails } from '#shared/audit/contract.ts'
import type { AuditAction } from '#shared/audit/rules.ts'
import { aboutTypes } from '#shared/forms/about.ts'
import type { Person } from '#shared/forms/consequences.ts'
import { editorEvents, type Form, FormDetail } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { withElements } from '#shared/forms/elements.ts'
import type { ChosenStatus } from '#shared/forms/rules.ts'
import { editorsChannel } from '#shared/forms/rules.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { distinctBy } from '#shared/lib/distinct.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { type Ability, allows } from '#shared/lib/rules.ts'
import { requireTwoFactorIn } from '../accounts/queries.ts'
import { requireMayEnter } from '../accounts/sso/ssoQueries.ts'
import { audit, changesIn } from '../audit/commands.ts'
import { requireLivingPlan, requireRoom } from '../companies/planQueries.ts'
import { accessManagedCompany, findCompany, findCompanyRole } from '../companies/queries.ts'
import { prepareReadyGuides, takeReadyGuides } from '../guides/ready/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { broadcast, publish } from '../lib/ports.ts'
import { requirePublishable } from './evaluation/publishable.ts'
import { copyPictures } from './pictures.ts'
import { formArchived, type OfOpenTasks } from './ports.ts'
import { type FormRow, findPublished, presentForm } from './queries.ts'
import { forms, formVersions } from './table.ts'
import { copyTables } from './tables/commands.ts'
import { contentsNamed } from './tables/queries.ts'
import { listTemplates, type Template } from './templates.ts'

type Texts = { name: LocalizedText; description: LocalizedText; category: Form['category'] }
type Optional<T> = { [Name in keyof T]?: T[Name] | undefined }
type NewForm = Optional<Texts> & { templateKey?: string | undefined; definition?: Definition | undefined }
type Changes = Optional<Texts> & { definition?: Definition | undefined; status?: ChosenStatus | undefined }

/** A draft: a copy of a template with what the person gave in its place, or a form of their own. */
export async function createForm(ctx: Context, { templateKey, ...given }: NewForm) {
  const template = templateKey === undefined ? undefined : findTemplate(templateKey)
  await requireRoom(ctx, companyOf(ctx), 'forms')
  const draft = given.definition ?? (template && (await withReadyGuides(ctx, template)))
  if (!draft) throw invalidField('definition', 'required')
  const name = given.name ?? template?.name ?? {}
  requireName(name, draft)
  const [form] = await ctx.db
    .insert(forms)
    .values({
      companyId: companyOf(ctx),
      name,
      description: given.description ?? template?.description ?? {},
      category: given.category ?? template?.category ?? 'other',
      draft,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning()
  if (!form) throw new Error('The form was not stored.')
  await noteForm(ctx, 'form.created', form)
  return presentForm(ctx, form)
}

/** A draft in this or another company out of a form as somebody sees it, with pictures and people of that company. */
async function copyInto(ctx: Context, form: FormRow, shown: Definition, companyId: number) {
  await copyPictures(ctx, shown, form.companyId, companyId)
  await copyTables(ctx, shown, form.companyId, companyId)
  const { name, description, category } = form
  const [copy] = await ctx.db
    .insert(forms)
    .values({
      companyId,
      name,
      description,
      category,
      draft: form.companyId === companyId ? shown : intoCompany(shown),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning()
  if (!copy) throw new Error('The form was not stored.')
  await noteForm(ctx, 'form.created', copy)
  return presentForm(ctx, copy)
}

function findTemplate(key: string) {
  const template = listTemplates().find(one => one.key === key)
  if (!template) throw invalidField('template_key', 'not_found')
  return template
}

/** Draws and stores what the guides of a template show, before the transaction of `createForm`. */
export async function prepareForm(ctx: Context, { templateKey, definition }: NewForm): Promise<void> {
  if (templateKey === undefined || definition) return
  await prepareReadyGuides(ctx, Object.values(findTemplate(templateKey).guides ?? {}))
}

/** The definition of a template with the company's copies of its guides beside the questions that need them. */
async function withReadyGuides(ctx: Context, { definition, guides = {} }: Template): Promise<Definition> {
  const ids = await takeReadyGuides(ctx, Object.values(guides))
  return withElements(definition, element => {
    const guideId = ids.get(guides[element.id] ?? '')
    return guideId === undefined ? element : { ...element, guide: { guide_id: guideId } }
  })
}

/** Changes the draft and the texts around it; what is filled in stays the published version. */
export async function updateForm(ctx: Context, form: FormRow, changes: Changes, expected?: number) {
  await requireRevision(ctx, form, expected)
  const { definition, ...texts } = changes
  if (changes.status && form.version === null) throw new Problem('form_not_published')
  requireName(texts.name ?? form.name, definition ?? form.draft)
  const published = definition && (await findPublished(ctx.db, form))
  // A draft is kept at every pause of who writes it; it counts when it is published.
  const changed = changesIn(form, texts)
  if (Object.keys(changed).length > 0) await noteForm(ctx, 'form.updated', form, changed)
  return revise(ctx, form, {
    ...texts,
    ...(changes.status && endsWith(ctx, form, changes.status)),
    ...(definition && {
      draft: definition,
      hasUnpublishedChanges: !isDeepStrictEqual(definition, published?.definition),
    }),
  })
}

/** Throws where the draft cannot be published: a stale revision, tables that are not there, mistakes. */
export async function preparePublishing(ctx: Context, form: FormRow, expected?: number): Promise<void> {
  await requireRevision(ctx, form, expected)
  await requireTables(ctx, form)
  await requirePublishable(ctx, form.draft)
}

/**
 * Makes the draft the version that is filled in from now on, and opens the form. Begun submissions stay with theirs.
 * Without changes there is no new version, so a repeated call is harmless.
 */
export async function publishForm(ctx: Context, form: FormRow, expected?: number) {
  await preparePublishing(ctx, form, expected)
  if (!form.hasUnpublishedChanges) return form.status === 'open' ? presentForm(ctx, form) : revise(ctx, form, opened)
  const version = (form.version ?? 0) + 1
  await ctx.db.insert(formVersions).values({
    companyId: form.companyId,
    formId: form.id,
    number: version,
    definition: form.draft,
    publishedBy: ctx.actor.id,
    publishedAt: ctx.now,
  })
  await noteForm(ctx, 'form.published', form, { version })
  const { role_ids = null, guests = false } = form.draft.settings?.filled_by ?? {}
  const isChannel = form.draft.settings?.reporting_channel === true
  const said = {
    // Nobody who is signed in begins what must not say who they are.
    ...(isChannel ? { fillerRoleIds: [], forGuests: false } : { fillerRoleIds: role_ids, forGuests: guests }),
    ...{ isChannel, aboutTypes: aboutTypes(form.draft) },
  }
  return revise(ctx, form, { version, ...opened, hasUnpublishedChanges: false, ...said })
}

/** Inserts a built-in form and publishes it, also where the plan has no room for more. */
export async function publishNewForm(
  ctx: Context,
  { name, definition }: { name: LocalizedText; definition: Definition },
) {
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  const [form] = await ctx.db
    .insert(forms)
    .values({ companyId: companyOf(ctx), name, description: {}, category: 'other', draft: definition, ...times })
    .returning()
  if (!form) throw new Error('The form was not stored.')
  await noteForm(ctx, 'form.created', form)
  return publishForm(ctx, form)
}

const opened = { status: 'open', closingAt: null, closedAt: null } as const

/** A status that continues keeps its times: later changes of the form do not move them. */
function endsWith({ now }: Context, { closingAt, closedAt }: FormRow, status: ChosenStatus) {
  if (status === 'open') return opened
  return { closingAt: closingAt ?? now, closedAt: status === 'closed' ? (closedAt ?? now) : null }
}

/** A table whose content the company does not have would be filled in as if it were empty. */
async function requireTables(ctx: Context, { companyId, draft: definition }: FormRow): Promise<void> {
  const there = new Set((await contentsNamed(ctx.db, companyId, definition)).map(({ uuid }) => uuid))
  const at = definition.tables?.findIndex(({ uuid }) => uuid !== undefined && !there.has(uuid)) ?? -1
  if (at >= 0)
    throw invalidField(`definition.tables.${at}`, 'table_missing', { name: definition.tables?.[at]?.name ?? '' })
}

/** Takes a form out of the lists; the person has chosen what happens to the tasks that ask for it. */
export async function archiveForm(ctx: Context, form: FormRow, ofTasks: OfOpenTasks) {
  if (!form.archivedAt) await noteForm(ctx, 'form.archived', form)
  await publish(ctx, formArchived, { companyId: form.companyId, formId: form.id, ...ofTasks })
  return revise(ctx, form, { archivedAt: ctx.now })
}
export async function restoreForm(ctx: Context, form: FormRow) {
  if (form.archivedAt) {
    await requireRoom(ctx, form.companyId, 'forms')
    await noteForm(ctx, 'form.restored', form)
  }
  return revise(ctx, form, { archivedAt: null })
}

const noteForm = (ctx: Context, action: AuditAction, { id, companyId }: FormRow, details?: AuditDetails) =>
  audit(ctx, action, { type: 'Form', id, companyId }, details)

/** A form is found by its name, so it has one in its own language at least. */
function requireName(name: LocalizedText, { default_language }: Definition): void {
  if (!name[default_language]?.trim()) throw invalidField(`name.${default_language}`, 'required')
}

async function requireRevision(ctx: Context, form: FormRow, expected: number | undefined): Promise<void> {
  if (expected !== undefined && expected !== form.revision)
    throw new Problem('stale_revision', { data: FormDetail.parse(await presentForm(ctx, form)) })
}

/** The row is locked since it was read (`accessForm`), so nothing came in between. */
async function revise(ctx: Context, form: FormRow, changes: Partial<typeof forms.$inferInsert>) {
  const [changed] = await ctx.db
    .update(forms)
    .set({ ...changes, revision: form.revision + 1, updatedAt: ctx.now })
    .where(eq(forms.id, form.id))
    .returning()
  if (!changed) throw new Problem('not_found')
  broadcast(ctx, editorEvents, 'form.saved', changed, [editorsChannel(changed.companyId, changed.id)])
  return presentForm(ctx, changed)
}

/**
 * Copies a form, as the actor sees it, into a company that they manage, where it is a draft of its own with pictures of
 * its own. Throws 404 for a form that they may not read, in this session's company or in another one.
 */
export async function copyForm(ctx: Context, companyId: number, formId: number) {
  const target = await accessManagedCompany(ctx, companyId)
  await requireTwoFactorIn(ctx, target)
  const [form] = await ctx.db.select().from(forms).where(eq(forms.id, formId))
  const ability = form && (await abilityIn(ctx, form.companyId))
  if (!form || target.archivedAt || !ability || !allows(ability, 'read', 'Form', form)) throw new Problem('not_found')
  if (!ctx.actor.isAdmin) await requireLivingPlan(ctx.db, companyId, ctx.now)
  await requireRoom(ctx, companyId, 'forms')
  const copy = await copyInto(ctx, form, await shownDefinition(ctx, form, ability), companyId)
  await audit(ctx, 'form.copied', { type: 'Form', id: copy.id, companyId }, { form_id: formId })
  return copy
}

/**
 * What the actor may do in the company of a form. Their session answers for its own company; for another one only where
 * that asks for no second factor, which this session may not have given.
 */
async function abilityIn(ctx: Context, companyId: number): Promise<Ability | null> {
  const { actor } = ctx
  if (actor.isAdmin || companyId === actor.companyId) return ctx.ability
  const place = await findCompanyRole(ctx.db, actor.id, companyId)
  if (!place || (await findCompany(ctx.db, companyId))?.twoFactorRequired) return null
  await requireMayEnter(ctx, companyId)
  return abilityOf(actorOf(actor.id, companyId, place.roleId, { ...place, isActing: actor.isActing }))
}

/** The draft for people who may change it, and the published version for everybody else. */
async function shownDefinition(ctx: Context, form: FormRow, ability: Ability) {
  if (allows(ability, 'update', 'Form', form)) return form.draft
  return (await findPublished(ctx.db, form))?.definition ?? form.draft
}

const ranks: number[] = Object.values(roles)

/**
 * A form as it can stand in another company. Whom it names there by their name or by a role of that company's own is
 * nobody here: the managers take their place; a role of that company alone fills in nothing here.
 */
function intoCompany(definition: Definition): Definition {
  const { settings, ...copy } = inside(definition, '') as Definition
  if (!settings) return copy
  const { filled_by, reviewed_by, ...others } = settings
  const known = filled_by?.role_ids?.filter(id => ranks.includes(id)) ?? []
  const kept = { ...(known.length > 0 && { role_ids: known }), ...(filled_by?.guests && { guests: true }) }
  return {
    ...copy,
    settings: {
      ...others,
      ...(Object.keys(kept).length > 0 && { filled_by: kept }),
      ...(reviewed_by && { reviewed_by: {} }),
    },
  }
}

function inside(part: unknown, name: string): unknown {
  if (name === 'assignee' || name === 'recheck') return person(part as Person)
  if (Array.isArray(part))
    return name === 'to' ? distinctBy(part.map(person), one => JSON.stringify(one)) : part.map(one => inside(one, ''))
  if (part === null || typeof part !== 'object') return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inside(value, key)]))
}

function person(meant: Person): Person {
  if (typeof meant === 'string' || 'answer_of' in meant) return meant
  return 'role_id' in meant && ranks.includes(meant.role_id) ? meant : 'manager'
}
