/** Completed submissions in a pass, each in its version as of the pass's start. */
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import { filesOf } from '#shared/forms/answers/content.ts'
import { evaluationOf } from '#shared/forms/logic.ts'
import type { Score } from '#shared/forms/scoring/score.ts'
import { stageOf } from '#shared/lib/findingStages.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { PassRecord } from '#shared/passes/passPage.ts'
import type { RecordState } from '#shared/passes/rules.ts'
import type { SharedSubmission } from '#shared/shares/sharedPage.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { momentOf } from '#shared/submissions/report.ts'
import { findings } from '../../findings/table.ts'
import { evaluateForm } from '../../forms/evaluation/queries.ts'
import { forms } from '../../forms/table.ts'
import { pageOf, slice, totalOf } from '../../lib/registers/listing.ts'
import { seals } from '../../sealing/table.ts'
import { subjectsOf } from '../../subjects/queries.ts'
import { documentAsSaid } from '../../submissions/document/pdf.ts'
import { filesShown, presentDetail } from '../../submissions/present.ts'
import { type FoundSubmission, findSubmission } from '../../submissions/queries.ts'
import { submissionSubjects, submissions, submissionVersions } from '../../submissions/table.ts'
import { type Earlier, type KindOfRecords, ofForms, type Reading, withinPass } from '../reading.ts'
import { neutralName, papersOf } from './papers.ts'
import { stamped, stampedTallies } from './places.ts'
import { conditionsOf, numbersOf } from './registerRecords.ts'
import { marksOf } from './since.ts'

const tones = { good: 'ok', attention: 'attention', act: 'stop' } as const

/** Submissions of a pass. What became a version of another, and reports to a reporting channel, are none. */
export const submissionsWithin = (reading: Reading): SQL | undefined =>
  and(
    withinPass(reading, submissions, moments, reading.earlier && correctedSince(reading, reading.earlier)),
    ...Object.values(submissionConditions).map(condition => condition()),
  )

/** Which rows are submissions of a pass at all, in parts as those of `withinPass`. */
export const submissionConditions: Record<'complete' | 'noVersion' | 'noReport', () => SQL | undefined> = {
  complete: () => eq(submissions.status, 'complete'),
  noVersion: () => or(isNull(submissions.followsAs), ne(submissions.followsAs, 'reopening')),
  noReport: () =>
    sql`not exists (select from forms f where f.company_id = ${submissions.companyId} and f.id = ${submissions.formId}
      and f.is_channel)`,
}

/** The same of any day: what the finding of an earlier period belongs to. */
export const submissionsOfAnyDay = (reading: Reading): SQL | undefined =>
  and(
    withinPass(reading, submissions, { notedAt, archivedAt }),
    ...Object.values(submissionConditions).map(one => one()),
  )

const { completedAt: happenedAt, receivedAt: notedAt, archivedAt } = submissions
const moments = { happenedAt, notedAt, archivedAt }

/** Submissions that were corrected between the start of an earlier pass and that of this one. */
function correctedSince({ db, companyId, open: { asOf } }: Reading, { startsAt }: Earlier): SQL {
  const { submissionId, number, madeAt } = submissionVersions
  const corrected = db
    .select({ id: submissionId })
    .from(submissionVersions)
    .where(and(eq(submissionVersions.companyId, companyId), gt(number, 1), gt(madeAt, startsAt), lte(madeAt, asOf)))
  return inArray(submissions.id, corrected)
}

const shown = {
  kind: 'submission' as const,
  table: submissions,
  moments,
  markSince: (reading: Reading, earlier: Earlier) =>
    sql`case when ${correctedSince(reading, earlier)} then 'changed' end`,
  placed: stamped(submissions),
  within: submissionsWithin,
  inState: (reading: Reading, state: RecordState) => (state === 'failed' ? failedAsOf(reading) : undefined),
  matching: ofForms({
    ...{ form: submissions.formId, id: submissions.id, at: submissions.completedAt },
    ...{ subjects: submissionSubjects, owner: submissionSubjects.submissionId },
  }),
}

export const submissionRecords: KindOfRecords = {
  ...numbersOf(shown),
  ...marksOf(shown),
  tallies: reading => stampedTallies(reading.db, submissions, submissionsWithin(reading)),

  async list(reading, filters) {
    const { db } = reading
    const where = await conditionsOf(shown, reading, filters)
    const { limit, offset } = slice(filters)
    const found = await pageOf(filters, {
      rows: db
        .select({ ...listed, formName: forms.name })
        .from(submissions)
        .innerJoin(forms, and(eq(forms.companyId, submissions.companyId), eq(forms.id, submissions.formId)))
        .where(where)
        .orderBy(desc(submissions.completedAt), desc(submissions.id))
        .limit(limit)
        .offset(offset),
      totals: totalOf(db, submissions, where),
      present: row => row,
    })
    const ids = found.data.map(({ id }) => id)
    const [subjects, versions] = await Promise.all([
      subjectsOf(db, submissionSubjects, submissionSubjects.submissionId, ids),
      versionsAsOf(reading, ids),
    ])
    return {
      ...found,
      data: found.data.map(row =>
        presentListed(reading, row, versions.get(row.id)?.at(-1) ?? row, subjects.get(row.id) ?? []),
      ),
    }
  },

  async get(reading, id) {
    const { db, people, t, formats } = reading
    const found = await findSubmission(db, and(submissionsWithin(reading), eq(submissions.id, id)))
    if (!found?.completedAt) throw new Problem('not_found')
    const versions = (await versionsAsOf(reading, [id])).get(id) ?? []
    const latest = versions.at(-1)
    const then = latest ? { ...found, ...latest, score: await scoreOf(reading, found, latest) } : found
    const { content, photos, papers } = await contentOf(reading, then)
    const said = versions.length > 0 ? versions : [firstOf(found)]
    return {
      ...presentListed(reading, then, then, found.subjects),
      facts: [
        { label: t('passes.facts.deviceTime'), value: found.deviceTime ?? t('passes.facts.notNoted') },
        { label: t('passes.facts.serverTime'), value: found.receivedAt ? formats.dateTime(found.receivedAt) : '' },
        ...accuracyOf(reading, then),
      ],
      submission: content,
      photos,
      papers,
      seal: await sealOf(reading, id),
      versions: said.toReversed().map(({ number, madeAt, userId, reason, scorePercent }) => ({
        ...{ number, at: madeAt.toISOString(), reason },
        person: people.nameOf(userId, number === 1 ? found.writtenBy : null),
        score: scorePercent === null ? null : formats.percent(scorePercent / 100, 1),
      })),
    }
  },
}

/** How exactly positions were found: by the device, or set by hand on a map. */
function accuracyOf({ t, formats }: Reading, { answers }: Pick<FoundSubmission, 'answers'>) {
  const found = Object.values(answers).flatMap(({ value }) =>
    value !== null && typeof value === 'object' && 'latitude' in value
      ? value.accuracy === undefined
        ? t('passes.facts.setByHand')
        : `± ${formats.number(value.accuracy)} m`
      : [],
  )
  return found.length > 0 ? [{ label: t('passes.facts.accuracy'), value: formats.commas(found) }] : []
}

/** Submissions that are shown in red: of a corrected one, the version as of the start says it. */
function failedAsOf({ db, companyId, open: { asOf } }: Reading): SQL | undefined {
  const versions = submissionVersions
  const ofCompany = eq(versions.companyId, companyId)
  const isFailed = (row: Pick<typeof versions, 'criticalFailed' | 'band'> | typeof submissions) =>
    or(gt(row.criticalFailed, 0), eq(row.band, 'act'))
  const latest = db
    .selectDistinctOn([versions.submissionId], {
      id: versions.submissionId,
      isFailed: sql<boolean>`${isFailed(versions)}`.as('is_failed'),
    })
    .from(versions)
    .where(and(ofCompany, or(eq(versions.number, 1), lte(versions.madeAt, asOf))))
    .orderBy(versions.submissionId, desc(versions.number))
    .as('latest')
  const corrected = db.select({ id: versions.submissionId }).from(versions).where(ofCompany)
  return or(
    and(isFailed(submissions), notInArray(submissions.id, corrected)),
    inArray(submissions.id, db.select({ id: latest.id }).from(latest).where(eq(latest.isFailed, true))),
  )
}

/** The last link of a submission in the company's chain by the pass's start. */
async function sealOf({ db, companyId, open }: Reading, id: number) {
  const { position, hash, previous } = seals
  const [last] = await db
    .select({ position, hash, previous })
    .from(seals)
    .where(
      and(
        ...[eq(seals.companyId, companyId), eq(seals.recordType, 'submission'), eq(seals.recordId, id)],
        lte(seals.sealedAt, open.asOf),
      ),
    )
    .orderBy(desc(position))
    .limit(1)
  return last ?? null
}

const listed = {
  id: submissions.id,
  userId: submissions.userId,
  writtenBy: submissions.writtenBy,
  completedAt: submissions.completedAt,
  scorePercent: submissions.scorePercent,
  band: submissions.band,
  criticalFailed: submissions.criticalFailed,
}

type Listed = Pick<FoundSubmission, 'id' | 'userId' | 'writtenBy' | 'completedAt' | 'formName'>
type Rated = Pick<FoundSubmission, 'scorePercent' | 'band' | 'criticalFailed'>

function presentListed(
  { people, t, read, formats }: Reading,
  row: Listed,
  { scorePercent, band, criticalFailed }: Rated,
  subjects: { name: string }[],
): PassRecord {
  const failed = criticalFailed > 0 ? t('submissions.failedCritical', { count: criticalFailed }) : null
  const percent = scorePercent === null ? null : formats.percent(scorePercent / 100, 1)
  return {
    ...{ kind: 'submission', id: row.id, title: read(row.formName) },
    at: row.completedAt?.toISOString() ?? '',
    person: people.nameOf(row.userId, row.writtenBy),
    subjects: subjects.map(({ name }) => name),
    state: failed ?? percent,
    tone: criticalFailed > 0 ? 'stop' : band && tones[band],
  }
}

const firstOf = ({ completedAt, updatedAt, userId, scorePercent }: FoundSubmission) => ({
  ...{ number: 1, madeAt: completedAt ?? updatedAt, reason: null, userId, scorePercent },
})

/** The versions that corrected submissions had by the pass's start, the first one first; none where never corrected. */
export async function versionsAsOf({ db, companyId, open }: Reading, ids: number[]) {
  const { submissionId, number, answers, scorePercent, band, criticalFailed, madeAt, reason } = submissionVersions
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({
            ...{ submissionId, number, answers, scorePercent, band, criticalFailed, madeAt, reason },
            userId: submissionVersions.userId,
          })
          .from(submissionVersions)
          .where(
            and(
              eq(submissionVersions.companyId, companyId),
              inArray(submissionVersions.submissionId, ids),
              // The first carries the device's time, by which it may seem to be later.
              or(eq(number, 1), lte(madeAt, open.asOf)),
            ),
          )
          .orderBy(asc(number))
  return Map.groupBy(rows, row => row.submissionId)
}

/** The whole score of a version: the kept one where nothing was corrected since, else worked out from its answers. */
async function scoreOf(
  reading: Reading,
  found: FoundSubmission,
  version: Pick<FoundSubmission, 'answers' | 'scorePercent' | 'band'>,
): Promise<Score | null> {
  if (JSON.stringify(found.answers) === JSON.stringify(version.answers)) return found.score
  const moment = {
    completed_at: found.completedAt?.toISOString() ?? null,
    updated_at: found.updatedAt.toISOString(),
  }
  const state = await evaluateForm(reading, found.definition, version.answers, momentOf(moment, reading))
  const { score } = evaluationOf(state)
  return { ...score, percent: version.scorePercent, band: version.band }
}

/** The content of a shared submission, with photos by addresses of this pass. */
async function contentOf(reading: Reading, then: FoundSubmission) {
  const { open, people, fileAddress } = reading
  const { pass, company } = open
  const detail = await presentDetail({ ...reading, actor: { ...reading.actor, isGuest: false } }, then)
  const documents = await documentsOf(reading, then)
  const named = new Map(documents.map(({ uuid }, index) => [uuid, neutralName(reading, index + 1)]))
  const submission: SubmissionDetail = {
    ...detail,
    // A name of a file can say somebody's in a way that nothing finds.
    files: detail.files.map(file => ({ ...file, name: (!pass.showsNames && named.get(file.uuid)) || file.name })),
    user_name: people.nameOf(then.userId, then.writtenBy),
    contact: pass.showsNames ? detail.contact : null,
    tasks: await tasksAsOf(reading, then.id, detail.tasks),
  }
  const said = { submission, timeZone: company.timeZone, companyName: company.name }
  const { document, pictures, questions } = await documentAsSaid(reading, then, said)
  const signed = pass.showsNames ? new Set<string>() : signaturesIn(then.definition)
  const addressOf = (name: string) => {
    const path = pictures[name]
    const question = questions.get(name)
    // A signature is a name.
    if (path === undefined || (question && signed.has(keyParts(question).question_id))) return null
    return fileAddress({ path, of: { kind: 'submission', recordId: then.id, at: 0 } })
  }
  const { form, completedAt, subjects, score, subjectStatus, sections } = document
  const content: SharedSubmission = {
    kind: 'submission',
    ...{ id: then.id, form, person: document.person, completed_at: completedAt, subjects },
    findings: document.findings,
    score: score && {
      ...{ percent: score.percentText, band: score.band, band_label: score.bandLabel, points: score.points },
      ...(score.failed !== undefined && { failed: score.failed }),
    },
    status: subjectStatus ?? null,
    sections: sections.map(({ answers, ...section }) => ({
      ...section,
      answers: answers.map(({ pictures: shown = [], ...answer }) => ({
        ...answer,
        pictures: shown.map(({ name }) => addressOf(name)),
        captions: shown.map(({ caption = '' }) => caption),
      })),
    })),
  }
  const papers = papersOf(reading, { kind: 'submission', recordId: then.id }, documents)
  return { content, photos: [], papers }
}

/** The documents that its answers name. */
async function documentsOf({ db, open }: Reading, then: FoundSubmission) {
  const named = new Set(filesOf(then.answers))
  const found = await filesShown(db, then)
  return found.filter(
    ({ uuid, contentType, createdAt }) =>
      named.has(uuid) && !contentType.startsWith('image/') && createdAt <= open.asOf,
  )
}

/** The tasks that a submission had caused by the pass's start, as far as they were then. */
async function tasksAsOf({ db, companyId, open: { asOf } }: Reading, id: number, tasks: SubmissionDetail['tasks']) {
  const rows = await db
    .select({
      ...{ taskId: findings.taskId, notedAt: findings.notedAt, doneAt: findings.doneAt },
      ...{ closedAt: findings.closedAt, closedHow: findings.closedHow },
    })
    .from(findings)
    .where(and(eq(findings.companyId, companyId), eq(findings.submissionId, id)))
  const by = (moment: Date | null) => (moment && moment <= asOf ? moment : null)
  return tasks.flatMap(task => {
    const finding = rows.find(({ taskId }) => taskId === task.task_id)
    if (!finding || finding.notedAt > asOf) return []
    const closedAt = by(finding.closedAt)
    return {
      ...task,
      // Names of people are in no text of the pass's own.
      assignee: null,
      is_completed: task.is_completed && (by(finding.doneAt) ?? closedAt) !== null,
      stage: stageOf({ closedAt, doneAt: by(finding.doneAt) }),
      closed_how: closedAt && finding.closedHow,
    }
  })
}

/** The ids of the questions that ask for a signature. */
function signaturesIn(definition: unknown): Set<string> {
  const found = new Set<string>()
  const walk = (part: unknown) => {
    if (Array.isArray(part)) for (const item of part) walk(item)
    else if (part && typeof part === 'object') {
      const { type, id } = part as { type?: unknown; id?: unknown }
      if (type === 'signature' && typeof id === 'string') found.add(id)
      for (const item of Object.values(part)) walk(item)
    }
  }
  walk(definition)
  return found
}
