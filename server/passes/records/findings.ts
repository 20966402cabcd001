/** Findings in a pass with their tasks, as far as they were at the pass's start. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, notLike, or, type SQL, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { titleIn } from '#shared/lib/taskFields.ts'
import type { PassRecord } from '#shared/passes/passPage.ts'
import type { RecordState } from '#shared/passes/rules.ts'
import { files } from '../../files/table.ts'
import { findingSubjects, findings, isPicture, isShown } from '../../findings/table.ts'
import { forms } from '../../forms/table.ts'
import { pageOf, slice, totalOf } from '../../lib/registers/listing.ts'
import { subjectsOf } from '../../subjects/queries.ts'
import { findingBy } from '../../submissions/findingQueries.ts'
import { findSubmission } from '../../submissions/queries.ts'
import { submissions, submissionVersions } from '../../submissions/table.ts'
import { sentTasks, tasks } from '../../tasks/table.ts'
import { type Earlier, type KindOfRecords, ofForms, type Reading, withinPass } from '../reading.ts'
import { papersOf } from './papers.ts'
import { stamped, stampedTallies } from './places.ts'
import { conditionsOf, numbersOf } from './registerRecords.ts'
import { marksOf } from './since.ts'
import { submissionsOfAnyDay, submissionsWithin, versionsAsOf } from './submissions.ts'

const moments = { happenedAt: findings.foundAt, notedAt: findings.notedAt }

/**
 * Findings of a pass: of submissions that it could show, in its own period. A renewal shows too what was open at the
 * start of the earlier pass.
 */
const findingsWithin = (reading: Reading): SQL | undefined =>
  and(
    withinPass(reading, findings, moments, reading.earlier && isOpenAt(reading.earlier.startsAt)),
    ...Object.values(findingConditions).map(condition => condition(reading)),
  )

const isOpenAt = (moment: Date) => or(isNull(findings.closedAt), gt(findings.closedAt, moment)) ?? sql`false`

/** Which rows are findings of a pass at all, in parts as those of `withinPass`. */
export const findingConditions: Record<'submission', (reading: Reading) => SQL | undefined> = {
  submission: reading =>
    inArray(
      findings.submissionId,
      reading.db
        .select({ id: submissions.id })
        .from(submissions)
        .where(reading.earlier ? submissionsOfAnyDay(reading) : submissionsWithin(reading)),
    ),
}

const shown = {
  kind: 'finding' as const,
  table: findings,
  moments,
  markSince: ({ open: { asOf } }: Reading, { startsAt }: Earlier) =>
    sql`case when ${isOpenAt(asOf)} then 'open' when ${isOpenAt(startsAt)} then 'closed' end`,
  placed: stamped(findings),
  within: findingsWithin,
  inState: ({ open: { asOf } }: Reading, state: RecordState) => {
    if (state === 'closed') return lte(findings.closedAt, asOf)
    return state === 'open' ? isOpenAt(asOf) : undefined
  },
  matching: ofForms({
    ...{ form: findings.formId, id: findings.id, at: findings.foundAt },
    ...{ subjects: findingSubjects, owner: findingSubjects.findingId },
  }),
}

export const findingRecords: KindOfRecords = {
  ...numbersOf(shown),
  ...marksOf(shown),
  tallies: reading => stampedTallies(reading.db, findings, findingsWithin(reading)),

  async list(reading, filters) {
    const { db } = reading
    const where = await conditionsOf(shown, reading, filters)
    const { limit, offset } = slice(filters)
    const found = await pageOf(filters, {
      rows: selectFindings(reading, where)
        .orderBy(desc(findings.foundAt), desc(findings.id))
        .limit(limit)
        .offset(offset),
      totals: totalOf(db, findings, where),
      present: row => row,
    })
    const ids = found.data.map(({ finding }) => finding.id)
    const subjects = await subjectsOf(db, findingSubjects, findingSubjects.findingId, ids)
    return { ...found, data: found.data.map(row => presentListed(reading, row, subjects.get(row.finding.id) ?? [])) }
  },

  async get(reading, id) {
    const { db } = reading
    const [row] = await selectFindings(reading, and(findingsWithin(reading), eq(findings.id, id)))
    if (!row) throw new Problem('not_found')
    const subjects = await subjectsOf(db, findingSubjects, findingSubjects.findingId, [id])
    const said = { ...row, finding: { ...row.finding, ...(await wordsAsOf(reading, row.finding)) } }
    const [facts, photos, papers] = [
      await factsOf(reading, said),
      await photosOf(reading, said.finding),
      await papersOfAnswer(reading, row),
    ]
    const listed = presentListed(reading, row, subjects.get(id) ?? [])
    return { ...listed, facts, photos, papers, submission: null, seal: null, versions: [] }
  },
}

const selectFindings = ({ db }: Reading, where: SQL | undefined) =>
  db
    .select({ finding: findings, formName: forms.name })
    .from(findings)
    .innerJoin(forms, and(eq(forms.companyId, findings.companyId), eq(forms.id, findings.formId)))
    .where(where)
    .$dynamic()
type Row = Awaited<ReturnType<typeof selectFindings>>[number]

const isClosedBy = ({ closedAt }: Row['finding'], asOf: Date) => closedAt !== null && closedAt <= asOf
const isDoneBy = ({ doneAt }: Row['finding'], asOf: Date) => doneAt !== null && doneAt <= asOf

function stateOf({ t, open: { asOf } }: Reading, { finding }: Row): string {
  if (isClosedBy(finding, asOf)) return t('findings.states.closed')
  return t(isDoneBy(finding, asOf) ? 'findings.toBeRechecked' : 'findings.states.open')
}

function presentListed(reading: Reading, row: Row, subjects: { name: string }[]): PassRecord {
  const { people, read, open } = reading
  const { finding, formName } = row
  const isOpen = !isClosedBy(finding, open.asOf)
  return {
    ...{ kind: 'finding', id: finding.id, title: read(finding.question) || read(formName) },
    at: finding.foundAt.toISOString(),
    person: people.nameOf(finding.userId),
    subjects: subjects.map(({ name }) => name),
    state: stateOf(reading, row),
    tone: isOpen ? (finding.severity === 'critical' ? 'stop' : 'attention') : 'ok',
  }
}

async function factsOf(reading: Reading, row: Row) {
  const { t, read, formats, people, open } = reading
  const { finding, formName } = row
  const task = finding.taskId === null ? undefined : await taskOf(reading, finding.taskId)
  const isClosed = isClosedBy(finding, open.asOf)
  const facts: [string, string | null | undefined][] = [
    ['form', read(formName)],
    ['severity', t(`findings.severities.${finding.severity}`)],
    ['answer', read(finding.answer)],
    ['note', finding.note],
    ['foundBy', people.nameOf(finding.userId)],
    ['foundAt', formats.dateTime(finding.foundAt)],
    ['task', task && titleIn(task, reading.locale)],
    ['due', task?.dueAt && formats.dateTime(task.dueAt)],
    ['doneAt', task?.completedAt && formats.dateTime(task.completedAt)],
    ['doneBy', task?.completedAt && (task.outside ?? people.nameOf(task.completedBy))],
    ['doneNote', task?.note],
    ['closedAt', isClosed && finding.closedAt ? formats.dateTime(finding.closedAt) : null],
    ['closedHow', isClosed && finding.closedHow ? t(`findings.ends.${finding.closedHow}`) : null],
    ['closedBy', isClosed && finding.closedBy ? people.nameOf(finding.closedBy) : null],
    ['reason', isClosed ? finding.reason : null],
  ]
  return facts.flatMap(([key, value]) => (value ? { label: t(`passes.facts.${key}`), value } : []))
}

/** The words of a finding before a correction since the pass's start changed them; nothing where none did. */
async function wordsAsOf(reading: Reading, { submissionId, questionId }: Row['finding']) {
  const { db, companyId, open } = reading
  const since = and(
    ...[eq(submissionVersions.companyId, companyId), eq(submissionVersions.submissionId, submissionId)],
    ...[gt(submissionVersions.number, 1), gt(submissionVersions.madeAt, open.asOf)],
  )
  if ((await db.$count(submissionVersions, since)) === 0) return {}
  const found = await findSubmission(db, and(eq(submissions.companyId, companyId), eq(submissions.id, submissionId)))
  const then = (await versionsAsOf(reading, [submissionId])).get(submissionId)?.at(-1)
  if (!found || !then) return {}
  const said = await findingBy(reading, found, then.answers, questionId)
  return said ? { question: said.question, answer: said.answer, note: said.note, photoUuids: said.photoUuids } : {}
}

/** The task of a finding: its first due time, and its last completion that was noted before the pass's start. */
async function taskOf({ db, companyId, open: { asOf, pass }, t }: Reading, taskId: number) {
  const ofTask = and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, taskId))
  const [[task], [due], [done]] = await Promise.all([
    db
      .select({ title: tasks.title, titles: tasks.titles })
      .from(tasks)
      .where(and(eq(tasks.companyId, companyId), eq(tasks.id, taskId), lte(tasks.createdAt, asOf))),
    db
      .select({ dueAt: sql<Date | null>`min(${sentTasks.dueAt})`.mapWith(sentTasks.dueAt) })
      .from(sentTasks)
      .where(ofTask),
    db
      .select()
      .from(sentTasks)
      .where(
        and(
          ...[ofTask, isNotNull(sentTasks.completedAt), isNull(sentTasks.completedVia)],
          ...[
            lte(sentTasks.completedAt, asOf),
            sql`coalesce(${sentTasks.recordedAt}, ${sentTasks.completedAt}) <= ${asOf.toISOString()}::timestamptz`,
          ],
        ),
      )
      .orderBy(desc(sentTasks.completedAt), desc(sentTasks.id))
      .limit(1),
  ])
  if (!task) return undefined
  // The address of a helper from outside is a name too.
  const outside = done?.completedOutside && (pass.showsNames ? done.completedOutside : t('passes.somebody'))
  return {
    ...{ ...task, dueAt: due?.dueAt ?? null, outside: outside || null },
    ...{ completedAt: done?.completedAt ?? null, completedBy: done?.completedBy ?? null, note: done?.note ?? null },
  }
}

/** The photos of the answer. */
async function photosOf(
  { db, companyId, open, fileAddress }: Reading,
  { id, photoUuids }: Pick<Row['finding'], 'id' | 'photoUuids'>,
) {
  const ofAnswer = photoUuids ? and(isPicture, inArray(files.uuid, photoUuids)) : isShown
  const rows = await db
    .select({ path: files.path, previewPath: files.previewPath })
    .from(findings)
    .innerJoin(
      files,
      and(eq(files.companyId, findings.companyId), eq(files.submissionId, findings.submissionId), ofAnswer),
    )
    .where(and(eq(findings.companyId, companyId), eq(findings.id, id), lte(files.createdAt, open.asOf)))
    .orderBy(asc(files.id))
    .limit(maxPhotos)
  return rows.map(({ path, previewPath }) => ({
    address: fileAddress({ path: previewPath ?? path, of: { kind: 'finding', recordId: id, at: 0 } }),
    caption: '',
  }))
}

/** The documents of the answer. */
async function papersOfAnswer(reading: Reading, { finding }: Row) {
  const { db, companyId } = reading
  const { id, submissionId, questionId } = finding
  const found = await db
    .select()
    .from(files)
    .where(
      and(
        ...[eq(files.companyId, companyId), eq(files.submissionId, submissionId), eq(files.questionId, questionId)],
        notLike(files.contentType, 'image/%'),
      ),
    )
    .orderBy(asc(files.id))
    .limit(maxPhotos)
  return papersOf(reading, { kind: 'finding', recordId: id }, found)
}

/** The most files of each kind that a finding shows. */
const maxPhotos = 20
