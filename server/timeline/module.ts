/**
 * Merges what all features know of an animal or a group into one timeline, each part by its own rights, with keyset
 * pagination.
 */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { allows } from '#shared/lib/rules.ts'
import { timeline as calls, type TimelineEntry, type TimelinePart } from '#shared/timeline/contract.ts'
import { users } from '../accounts/table.ts'
import { eventsById } from '../animals/eventQueries.ts'
import { animalEvents } from '../animals/eventTable.ts'
import { animalGroups, animals } from '../animals/table.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { findings } from '../findings/table.ts'
import { forms } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { accessRow } from '../lib/registers/register.ts'
import { messagesNaming } from '../messaging/queries.ts'
import { conversationMembers, conversations, messageAttachments, messages } from '../messaging/table.ts'
import type { Module } from '../module.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { submissionSubjects, submissions } from '../submissions/table.ts'
import { sentTasks, taskSubjects, tasks } from '../tasks/table.ts'

type Page = { id: number; before?: string | undefined; show?: TimelinePart | undefined; limit: number }
type Column = 'animalId' | 'animalGroupId'
/** `naming` are messages that name it; `column` is where other tables point at it. */
type Of = { id: number; column: Column; companyId: number; timeZone: string; naming: number[] }
/** The condition that a row of another table, by its name in a query, points at it. */
const pointsAt = (name: 'e' | 's', { id, column, companyId }: Of) => {
  const row = sql.raw(name)
  const pointer = sql.raw(`${name}.${column === 'animalId' ? 'animal_id' : 'animal_group_id'}`)
  return sql`${row}.company_id = ${companyId} and ${pointer} = ${id}`
}
/** More messages than anybody sends in one millisecond. */
const maxAtOnce = 20
type Found = Omit<TimelineEntry, 'at' | 'event'> & { at: Date | string }

type Owner = { id: number; companyId: number; column: Column; names: string[] }

/** One page of the timeline of an animal or a group. */
async function readTimeline(ctx: Context, { id, companyId, column, names }: Owner, { before, show, limit }: Page) {
  const timeZone = await zoneOfCompany(ctx.db, companyId)
  const [at, kind, last] = before?.split(' ') ?? []
  const after = before ? sql`where (x.at, x.kind, x.id) < (${at}::timestamptz, ${kind}, ${Number(last)})` : sql``
  const ordered = sql`order by x.at desc, x.kind desc, x.id desc limit ${limit + 1}`
  // A moment is told to the millisecond, and those of the same one come by their ids.
  const until = at ? new Date(at) : undefined
  const naming =
    allows(ctx.ability, 'read', 'Conversation') && (show ?? 'messages') === 'messages'
      ? await messagesNaming(ctx, names, until, limit + maxAtOnce)
      : []
  const parts = partsOf(ctx, { id, column, companyId, timeZone, naming }, show).map(
    part => sql`(select * from (${part}) x ${after} ${ordered})`,
  )
  const { rows } = await ctx.db.execute<Found>(sql`select * from (${sql.join(parts, sql` union all `)}) x ${ordered}`)
  const shown = rows.slice(0, limit)
  const events = await eventsById(
    ctx,
    shown.flatMap(row => (row.kind === 'event' ? row.id : [])),
  )
  const entries = shown.map(row => ({
    ...row,
    at: new Date(row.at).toISOString(),
    event: (row.kind === 'event' && events.get(row.id)) || null,
  }))
  const end = entries.at(-1)
  return { entries, next: rows.length > limit && end ? `${end.at} ${end.kind} ${end.id}` : null }
}

function partsOf(ctx: Context, of: Of, show: TimelinePart | undefined): SQL[] {
  const mayRead = (subject: string, part: TimelinePart) =>
    (show ?? part) === part && allows(ctx.ability, 'read', subject)
  const parts = [
    ...((show ?? 'records') === 'records' ? [eventsOf(of)] : []),
    ...((show ?? 'checks') === 'checks' ? [statusesOf(of)] : []),
    ...(mayRead('Submission', 'checks') ? [submissionsOf(ctx, of)] : []),
    ...(mayRead('Finding', 'checks') ? [findingsOf(ctx, of)] : []),
    ...(mayRead('Task', 'tasks') ? [tasksOf(ctx, of)] : []),
    ...(mayRead('Conversation', 'messages') ? [messagesOf(ctx, of)] : []),
  ]
  // Narrowed to what this reader may not see at all.
  return parts.length > 0 ? parts : [sql`${eventsOf(of)} and false`]
}

const nothing = sql`null::text as event_type, null::text as event_state, null::text as state`
const by = (column: SQL | typeof submissions.userId) => sql`left join ${users} u on u.id = ${column}`

const eventsOf = (of: Of) => sql`
  select 'event' as kind, e.id, e.day::timestamp at time zone ${of.timeZone} as at, e.type as event_type,
    e.state as event_state, null::text as state,
    null::jsonb as texts, e.note as words, u.name as user_name, null::int as target_id
  from ${animalEvents} e ${by(sql`e.user_id`)}
  where ${pointsAt('e', of)} and e.archived_at is null`

/** The submissions about it, of those that the reader may read. */
const about = (ctx: Context, { id, column, companyId }: Of) => sql`${submissionSubjects} join ${submissions}
  on ${and(
    eq(submissions.companyId, submissionSubjects.companyId),
    eq(submissions.id, submissionSubjects.submissionId),
    isNull(submissions.archivedAt),
    accessible(ctx.ability, 'read', 'Submission', submissions),
  )}
  and ${submissions.completedAt} is not null
  and ${submissionSubjects.companyId} = ${companyId} and ${submissionSubjects[column]} = ${id}`

const submissionsOf = (ctx: Context, of: Of) => sql`
  select 'submission' as kind, ${submissions.id} as id, ${submissions.completedAt} as at,
    null::text as event_type, null::text as event_state, s.state,
    ${forms.name} as texts,
    null::text as words, u.name as user_name, ${submissions.id} as target_id
  from ${about(ctx, of)}
    join ${forms} on ${and(eq(forms.companyId, submissions.companyId), eq(forms.id, submissions.formId))}
    left join ${subjectStatuses} s on s.submission_id = ${submissions.id}
      and ${pointsAt('s', of)} and s.withdrawn_at is null and not s.amended
  ${by(submissions.userId)}`

/** Statuses that people set without a form; those of forms are shown at their submissions. */
const statusesOf = (of: Of) => sql`
  select 'status' as kind, s.id, s.found_at as at, null::text as event_type, null::text as event_state, s.state,
    null::jsonb as texts, s.reason as words, u.name as user_name, null::int as target_id
  from ${subjectStatuses} s ${by(sql`s.user_id`)}
  where ${pointsAt('s', of)} and s.submission_id is null`

const findingsOf = (ctx: Context, of: Of) => sql`
  select 'finding' as kind, ${findings.id} as id, ${findings.foundAt} as at, ${nothing}, ${findings.question} as texts,
    ${findings.note} as words, u.name as user_name, ${submissions.id} as target_id
  from ${about(ctx, of)}
    join ${findings} on ${and(
      eq(findings.companyId, submissions.companyId),
      eq(findings.submissionId, submissions.id),
      accessible(ctx.ability, 'read', 'Finding', findings),
    )}
  ${by(sql`${findings.userId}`)}`

const tasksOf = (ctx: Context, { id, column, companyId }: Of) => sql`
  select 'task' as kind, ${tasks.id} as id, ${tasks.createdAt} as at, ${nothing}, ${tasks.titles} as texts,
    ${tasks.title} as words,
    null::text as user_name, ${tasks.id} as target_id
  from ${taskSubjects}
    join ${tasks} on ${and(
      eq(tasks.companyId, taskSubjects.companyId),
      eq(tasks.id, taskSubjects.taskId),
      isNull(tasks.archivedAt),
      accessible(ctx.ability, 'read', 'Task', tasks),
    )}
  where ${and(eq(taskSubjects.companyId, companyId), eq(taskSubjects[column], id))}`

/** Messages that bring a submission or a task about it, or that name it, in conversations in which the reader is. */
const messagesOf = ({ actor }: Context, of: Of) => sql`
  select 'message' as kind, m.id, m.created_at as at, ${nothing}, null::jsonb as texts, m.message_text as words,
    u.name as user_name, m.conversation_id as target_id
  from ${messages} m
  join ${conversationMembers} c on c.company_id = m.company_id and c.conversation_id = m.conversation_id
    and c.user_id = ${actor.id} and c.left_at is null and m.id > c.since_id
  join ${conversations} g on g.company_id = m.company_id and g.id = m.conversation_id and g.deleted_at is null
  ${by(sql`m.sender_id`)}
  where m.company_id = ${of.companyId} and m.deleted_at is null and m.id in (
    select unnest(${`{${of.naming.join(',')}}`}::int[])
    union
    select a.message_id from ${messageAttachments} a where a.company_id = ${of.companyId} and (
      a.submission_id in (select s.submission_id from ${submissionSubjects} s where ${pointsAt('s', of)})
      or a.sent_task_id in (select t.id from ${sentTasks} t join ${taskSubjects} s on s.company_id = t.company_id
        and s.task_id = t.task_id where ${pointsAt('s', of)})))`

/** Too short to be known by: it would stand in messages about anything. */
const [minLetters, minFigures] = [3, 5]

const compact = (text: string) => text.replace(/[\s.-]/g, '')

/**
 * Lists what something is called in messages: its names, identifiers with and without separators, and the address of
 * its page.
 */
function namesOf(address: string, called: string[]): string[] {
  const known = called
    .map(text => text.trim())
    .filter(text => compact(text).length >= (/\p{L}/u.test(text) ? minLetters : minFigures))
  return [...new Set([...known, ...known.map(compact), ...['', '.', ','].map(end => address + end)])]
}

/** Lists what happened to an animal. */
export const getAnimalTimeline: Handler<typeof calls.ofAnimal> = async (page, ctx) => {
  const animal = await accessRow(ctx, animals, 'Animal', page.id, 'read')
  const { id, companyId, name, identifier, otherIdentifiers } = animal
  const called = [name, identifier ?? '', ...otherIdentifiers.map(({ value }) => value)]
  return readTimeline(ctx, { id, companyId, column: 'animalId', names: namesOf(`/animals/${id}`, called) }, page)
}

/** Lists what happened to a group as a whole. */
export const getGroupTimeline: Handler<typeof calls.ofGroup> = async (page, ctx) => {
  const { id, companyId, name } = await accessRow(ctx, animalGroups, 'AnimalGroup', page.id, 'read')
  const names = namesOf(`/animals/groups/${id}`, [name])
  return readTimeline(ctx, { id, companyId, column: 'animalGroupId', names }, page)
}

export const timelineModule: Module = {
  routes: routes(calls, { ofAnimal: getAnimalTimeline, ofGroup: getGroupTimeline }),
}
