/** One answer over all that somebody may read, by some words: each part by its own rules, and short. */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { abilityOf } from '#shared/ability.ts'
import { actorOf } from '#shared/lib/actor.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { roles } from '#shared/lib/roles.ts'
import { allows } from '#shared/lib/rules.ts'
import { titleIn } from '#shared/lib/taskFields.ts'
import { search as calls, type Found } from '#shared/search/contract.ts'
import type { FoundKind } from '#shared/search/rules.ts'
import { registry, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { users } from '../accounts/table.ts'
import { isAtWork } from '../companies/queries.ts'
import { companies, memberships } from '../companies/table.ts'
import { findings } from '../findings/table.ts'
import { forms } from '../forms/table.ts'
import { listGuides } from '../guides/queries.ts'
import type { Context } from '../lib/context.ts'
import { bestIds, inIds } from '../lib/db/searchIds.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { searchMessages } from '../messaging/queries.ts'
import type { Module } from '../module.ts'
import { registers } from '../subjects/registers.ts'
import { submissionsWith } from '../submissions/queries.ts'
import { sentTasks, tasks } from '../tasks/table.ts'
import { namesInLog } from './namedInLog.ts'

/** Results of each kind; more appear with a longer search. */
const offered = 5
/** Letters below which answers and messages are not searched. */
const minLetters = 3

/** The companies, the newest first, that one search of an administrator without an opened company goes through. */
const maxCompanies = 50

/** Everything that the actor may read and that contains the words, a few of each kind. Throws nothing of its own. */
async function findAll(ctx: Context, words: string): Promise<Found[]> {
  const { companyId, isAdmin } = ctx.actor
  if (companyId !== null) return findIn(ctx, companyId, words)
  return isAdmin ? findEverywhere(ctx, words) : []
}

/** The same over all companies, each result with the name of its company. */
async function findEverywhere(ctx: Context, words: string): Promise<Found[]> {
  const all = await ctx.db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(isNull(companies.archivedAt))
    .orderBy(desc(companies.id))
    .limit(maxCompanies)
  const found = new Map<FoundKind, Found[]>()
  for (const { id, name } of all) {
    // The search functions of the database read the company from the connection.
    await ctx.db.execute(sql`select set_config('app.company_id', ${String(id)}, false)`)
    const actor = actorOf(ctx.actor.id, id, roles.manager)
    const inside = { ...ctx, actor, ability: abilityOf(actor) }
    for (const one of await findIn(inside, id, words)) {
      const ofKind = found.get(one.kind) ?? []
      if (ofKind.length < offered)
        found.set(one.kind, [...ofKind, { ...one, detail: [one.detail, name].filter(Boolean).join(' · ') }])
    }
  }
  await ctx.db.execute(sql`select set_config('app.company_id', '', false)`)
  return [...found.values()].flat()
}

async function findIn(ctx: Context, companyId: number, words: string): Promise<Found[]> {
  const may = (subject: string, action = 'read') => allows(ctx.ability, action, subject)
  const seesPeople = may('Member') && may('Invite')
  const best = await bestIds(
    ctx.db,
    [
      ...subjectTypes.filter(type => may(registry[type].subject)),
      ...(may('Form') ? (['form'] as const) : []),
      ...(may('Task') || may('SentTask') ? (['task'] as const) : []),
      ...(may('Guide') ? (['guide'] as const) : []),
      ...(may('Finding') ? (['finding'] as const) : []),
      ...(seesPeople ? (['person'] as const) : []),
    ],
    words,
  )
  const ids = (feature: Searched) => best.get(feature) ?? []
  const isLong = words.length >= minLetters
  const found = await Promise.all([
    ...subjectTypes.map(type => subjectsAmong(ctx, type, ids(type))),
    formsAmong(ctx, ids('form')),
    may('Task') ? tasksAmong(ctx, ids('task')) : ownTasksAmong(ctx, ids('task')),
    may('Guide') ? guidesFound(ctx, words, ids('guide')) : [],
    peopleAmong(ctx, companyId, ids('person')),
    may('Submission') && isLong ? submissionsFound(ctx, words) : [],
    findingsAmong(ctx, ids('finding')),
    may('Conversation') && isLong ? messagesFound(ctx, words) : [],
  ])
  return found.flat()
}

type Searched = SubjectType | 'form' | 'task' | 'guide' | 'finding' | 'person'
type Row = { id: number; title: string; detail?: string | null; at?: Date | null; targetId?: number | null }

const shown = (kind: FoundKind, rows: Row[]): Found[] =>
  rows.map(({ id, title, detail = null, at = null, targetId = null }) => ({
    ...{ kind, id, title, detail: detail || null },
    ...{ at: at?.toISOString() ?? null, target_id: targetId },
  }))

/** In the order in which they were found. */
const inOrder = (column: AnyPgColumn, ids: number[]): SQL =>
  sql`array_position(${`{${ids.join(',')}}`}::int[], ${column})`

const textOf = ({ locale }: Context, text: LocalizedText | null, fallback = locale) =>
  textIn(text ?? {}, locale, fallback).text

async function subjectsAmong(ctx: Context, type: SubjectType, ids: number[]): Promise<Found[]> {
  if (ids.length === 0) return []
  const table = registers[type]
  const { identifier, plate } = table as unknown as Partial<Record<string, AnyPgColumn>>
  const rows = await ctx.db
    .select({ id: table.id, title: table.name, detail: sql<string | null>`${identifier ?? plate ?? sql`null`}` })
    .from(table)
    .where(
      and(
        inIds(table.id, ids),
        isNull(table.archivedAt),
        accessible(ctx.ability, 'read', registry[type].subject, table),
      ),
    )
    .orderBy(inOrder(table.id, ids))
    .limit(offered)
  return shown(type, rows)
}

async function formsAmong(ctx: Context, ids: number[]): Promise<Found[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .select({ id: forms.id, name: forms.name })
    .from(forms)
    .where(and(inIds(forms.id, ids), isNull(forms.archivedAt), accessible(ctx.ability, 'read', 'Form', forms)))
    .orderBy(inOrder(forms.id, ids))
    .limit(offered)
  return shown(
    'form',
    rows.map(({ id, name }) => ({ id, title: textOf(ctx, name) })),
  )
}

async function tasksAmong(ctx: Context, ids: number[]): Promise<Found[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .select({ id: tasks.id, title: tasks.title, titles: tasks.titles, at: tasks.createdAt })
    .from(tasks)
    .where(and(inIds(tasks.id, ids), isNull(tasks.archivedAt), accessible(ctx.ability, 'read', 'Task', tasks)))
    .orderBy(inOrder(tasks.id, ids))
    .limit(offered)
  return shown(
    'task',
    // Tasks that a form opens bear the same name each time.
    rows.map(({ id, at, ...task }) => ({ id, at, title: titleIn(task, ctx.locale) })),
  )
}

/** Of somebody who gives no tasks: their own occurrences, the latest of each task. */
async function ownTasksAmong(ctx: Context, ids: number[]): Promise<Found[]> {
  if (ids.length === 0) return []
  const latest = ctx.db
    .selectDistinctOn([sentTasks.taskId], { id: sentTasks.id, taskId: sentTasks.taskId, at: sentTasks.dueAt })
    .from(sentTasks)
    .where(and(inIds(sentTasks.taskId, ids), accessible(ctx.ability, 'read', 'SentTask', sentTasks)))
    .orderBy(sentTasks.taskId, desc(sentTasks.id))
    .as('latest')
  const rows = await ctx.db
    .select({ id: latest.id, at: latest.at, title: tasks.title, titles: tasks.titles })
    .from(latest)
    .innerJoin(tasks, and(eq(tasks.id, latest.taskId), isNull(tasks.archivedAt)))
    .orderBy(inOrder(tasks.id, ids))
    .limit(offered)
  return shown(
    'sent_task',
    rows.map(({ id, at, ...task }) => ({ id, at, title: titleIn(task, ctx.locale) })),
  )
}

/** By their words as their list finds them; where these are few also those whose title is nearly so. */
async function guidesFound(ctx: Context, words: string, ids: number[]): Promise<Found[]> {
  const list = async (narrowed: { search?: string; only?: number[] }) =>
    (await listGuides(ctx, { page: 1, perPage: offered, ...narrowed })).data
  const found = await list({ search: words })
  const more = found.length < offered && ids.length > 0 ? await list({ only: ids }) : []
  const all = new Map([...found, ...more].map(guide => [guide.id, guide]))
  return shown(
    'guide',
    [...all.values()]
      .slice(0, offered)
      .map(({ id, title, default_language }) => ({ id, title: textOf(ctx, title, default_language) })),
  )
}

async function peopleAmong(ctx: Context, companyId: number, ids: number[]): Promise<Found[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .select({ id: users.id, title: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        ...[eq(memberships.companyId, companyId), inIds(users.id, ids), isAtWork, isNull(users.guestUntil)],
        accessible(ctx.ability, 'read', 'Member', memberships),
      ),
    )
    .orderBy(inOrder(users.id, ids))
    .limit(offered)
  return shown('person', rows)
}

async function submissionsFound(ctx: Context, words: string): Promise<Found[]> {
  const rows = await submissionsWith(ctx, words, offered)
  return shown(
    'submission',
    rows.map(({ name, ...row }) => ({ ...row, title: textOf(ctx, name) })),
  )
}

async function findingsAmong(ctx: Context, ids: number[]): Promise<Found[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .select({
      ...{ id: findings.id, question: findings.question, note: findings.note },
      at: findings.foundAt,
      targetId: findings.submissionId,
    })
    .from(findings)
    .where(and(inIds(findings.id, ids), accessible(ctx.ability, 'read', 'Finding', findings)))
    .orderBy(inOrder(findings.id, ids))
    .limit(offered)
  return shown(
    'finding',
    rows.map(({ question, note, ...row }) => ({
      ...row,
      title: textOf(ctx, question) || note || '',
      detail: question && note,
    })),
  )
}

async function messagesFound(ctx: Context, words: string): Promise<Found[]> {
  const found = await searchMessages(ctx, { q: words, limit: offered, offset: 0 })
  return shown(
    'message',
    found.map(({ message, conversation }) => ({
      ...{ id: message.id, title: (message.message_text ?? '').slice(0, 120), detail: conversation.title },
      ...{ at: new Date(message.created_at), targetId: conversation.id },
    })),
  )
}

export const getSearchResults: Handler<typeof calls.find> = ({ q }, ctx) => findAll(ctx, q)

export const searchModule: Module = {
  routes: routes(calls, { find: getSearchResults }),
  queryProviders: [namesInLog],
}
