import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { aboutTypes } from '#shared/forms/about.ts'
import type { Answers, RowReference } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { questionsOf, withElements } from '#shared/forms/elements.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { withPicking } from '#shared/forms/evaluation/roster.ts'
import { evaluate } from '#shared/forms/logic.ts'
import { scoreSubmission } from '#shared/forms/scoring/scoring.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { localTime } from '#shared/lib/localTime.ts'
import type { ReviewState } from '#shared/submissions/rules.ts'
import { forms, formVersions } from '../../forms/table.ts'
import { listTemplates, type Template } from '../../forms/templates.ts'
import { guides } from '../../guides/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import type { Storage } from '../../lib/files/storage.ts'
import { submissionSubjects, submissions } from '../../submissions/table.ts'
import { sentTasks, taskAssignees, taskSubjects, tasks } from '../../tasks/table.ts'
import { answer } from './answers.ts'
import type { Chance } from './chance.ts'
import { type OpenedHere, seedFindings } from './findings.ts'
import { seedPhoto } from './photos.ts'
import { type Subject, seedStatus } from './statuses.ts'

const hour = 3600_000
const day = 24 * hour

export type Crew = {
  companyId: number
  managerId: number
  workerIds: number[]
  language: 'en' | 'hu'
  timeZone: string
  /** The moment as of which the demo is filled in. */
  now: Date
}
export type SeededForm = { id: number; versionId: number; definition: Definition; name: string }

/** Publishes a template as a form of the company. */
export async function publishTemplate(
  db: Database,
  crew: Crew,
  key: string,
  at: Date,
  settings: Definition['settings'] = {},
): Promise<SeededForm> {
  const template = listTemplates().find(one => one.key === key)
  if (!template) throw new Error(`There is no template ${key}.`)
  const definition = await withGuides(db, crew, template)
  const own = { ...definition, settings: { ...definition.settings, ...settings } }
  return publishForm(db, crew, { ...template, definition: Object.keys(own.settings).length > 0 ? own : definition }, at)
}

/** The definition with the company's copies of ready guides beside the questions that need them. */
async function withGuides(db: Database, { companyId }: Crew, { definition, guides: named = {} }: Template) {
  const copies = await db
    .select({ id: guides.id, key: guides.templateKey })
    .from(guides)
    .where(and(eq(guides.companyId, companyId), isNotNull(guides.templateKey)))
  const ids = new Map(copies.map(({ id, key }) => [key ?? '', id]))
  return withElements(definition, element => {
    const guideId = ids.get(named[element.id] ?? '')
    return guideId === undefined ? element : { ...element, guide: { guide_id: guideId } }
  })
}

type NewForm = Pick<typeof forms.$inferInsert, 'name' | 'description' | 'category'> & { definition: Definition }

/** Publishes a form of the company. */
export async function publishForm(db: Database, crew: Crew, form: NewForm, at: Date): Promise<SeededForm> {
  const { name, description, category, definition } = form
  const { companyId } = crew
  const [row] = await db
    .insert(forms)
    .values({
      companyId,
      name,
      description,
      category,
      draft: definition,
      status: 'open',
      version: 1,
      createdAt: at,
      updatedAt: at,
      hasUnpublishedChanges: false,
      fillerRoleIds: definition.settings?.reporting_channel ? [] : (definition.settings?.filled_by?.role_ids ?? null),
      forGuests: definition.settings?.filled_by?.guests ?? false,
      isChannel: definition.settings?.reporting_channel === true,
      aboutTypes: aboutTypes(definition),
    })
    .returning({ id: forms.id })
  const [version] = await db
    .insert(formVersions)
    .values({ companyId, formId: row?.id ?? 0, number: 1, definition, publishedBy: crew.managerId, publishedAt: at })
    .returning({ id: formVersions.id })
  return {
    id: row?.id ?? 0,
    versionId: version?.id ?? 0,
    definition,
    name: textIn(name, crew.language, 'en').text,
  }
}

type Visit = {
  form: SeededForm
  userId: number
  at: Date
  /** The condition: 0 good … 1 bad. */
  state: number
  /** What was answered; made up after the state without. */
  answers?: Answers
  subject: Subject
  /** What carried the animals, where the form asks for it. */
  vehicle?: RowReference
  /** What its review came to, where the form asks for one; it waits for it without. */
  review?: ReviewState
  /** Where the photo goes that the form asks for; without it none was taken. */
  photoStore?: Storage
}

/** A completed submission of the past, with the corrective tasks and findings that came of it. Answers its id. */
export async function seedVisit(db: Database, crew: Crew, visit: Visit, chance: Chance): Promise<number> {
  const { companyId } = crew
  const { form, userId, at } = visit
  const answers = visit.answers ?? answer(form.definition, visit.state, chance, crew.language, visit.at)
  const photo = visit.photoStore && questionsOf(form.definition).find(({ type }) => type === 'photo')
  const photoUuid = randomUUID()
  if (photo) answers[photo.id] = { value: [{ uuid: photoUuid, name: 'pen.jpg' }] }
  const carrier = visit.vehicle && questionsOf(form.definition).find(({ type }) => type === 'vehicle')
  if (carrier && visit.vehicle) answers[carrier.id] = { value: [visit.vehicle] }
  const score = withPicking(new FormState(form.definition, answers), scoreSubmission(form.definition, answers))
  const startedAt = new Date(at.getTime() - chance.between(3, 14) * 60_000)
  const [submission] = await db
    .insert(submissions)
    .values({
      companyId,
      uuid: randomUUID(),
      formId: form.id,
      formVersionId: form.versionId,
      userId,
      status: 'complete',
      answers,
      score,
      scorePercent: score.percent,
      band: score.band,
      criticalFailed: score.failed.filter(({ critical }) => critical).length,
      startedAt,
      completedAt: at,
      receivedAt: at,
      reviewState: form.definition.settings?.reviewed_by ? (visit.review ?? 'received') : null,
      createdAt: startedAt,
      updatedAt: at,
    })
    .returning({ id: submissions.id })
  if (!submission) throw new Error('The visit was not stored.')
  if (photo && visit.photoStore) {
    const owner = { companyId, userId, submissionId: submission.id, questionId: photo.id }
    await seedPhoto(db, visit.photoStore, { ...owner, uuid: photoUuid, at }, chance)
  }
  await db.insert(submissionSubjects).values({ companyId, submissionId: submission.id, ...visit.subject })
  const said = { companyId, submissionId: submission.id, userId, at, subject: visit.subject }
  await seedStatus(db, said, form.definition, answers)
  const found = { companyId, submissionId: submission.id, formId: form.id, userId, foundAt: at }
  const opened = await seedTasks(db, crew, visit, answers, chance)
  await seedFindings(db, { ...found, subject: visit.subject }, form.definition, answers, opened)
  return submission.id
}

/** The corrective tasks of a visit, by what set them off: long done, or open when it is recent. */
async function seedTasks(
  db: Database,
  crew: Crew,
  { form, at, userId, subject }: Visit,
  answers: Answers,
  chance: Chance,
) {
  const opened = new Map<string, OpenedHere>()
  for (const wanted of evaluate(form.definition, answers).tasks) {
    const doneAfter = crew.now.getTime() - at.getTime() > 2 * day ? chance.between(2, 30) * hour : undefined
    const who = wanted.assignee === 'manager' ? crew.managerId : userId
    const taskId = await seedTask(db, crew, {
      title: textIn(wanted.title, crew.language, 'en').text,
      priority: wanted.priority,
      at,
      dueIn: 24 * hour,
      userId: who,
      subject,
      ...(doneAfter && { doneAfter }),
    })
    opened.set(wanted.question_id, {
      taskId,
      ...(doneAfter && { doneAt: new Date(at.getTime() + doneAfter), doneBy: who }),
    })
  }
  return opened
}

type SeededTask = {
  title: string
  description?: string
  priority: 'low' | 'normal' | 'high' | 'urgent'
  at: Date
  dueIn: number
  userId: number
  formId?: number
  guideId?: number | undefined
  subject?: Subject
  /** Absent while it is open. */
  doneAfter?: number
}

/** A task sent to one person. */
export async function seedTask(
  db: Database,
  crew: Pick<Crew, 'companyId' | 'managerId' | 'timeZone'>,
  task: SeededTask,
): Promise<number> {
  const { companyId, timeZone, managerId } = crew
  const { title, description, priority, at, dueIn, userId, formId, guideId, subject, doneAfter } = task
  const [row] = await db
    .insert(tasks)
    .values({
      companyId,
      title,
      description: description ?? null,
      priority,
      startsAt: localTime(at, timeZone),
      dueAfter: `PT${Math.round(dueIn / hour)}H`,
      timezone: timeZone,
      formId: formId ?? null,
      guideId: guideId ?? null,
      createdBy: managerId,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: tasks.id })
  const taskId = row?.id ?? 0
  await db.insert(taskAssignees).values({ companyId, taskId, userId })
  if (subject) await db.insert(taskSubjects).values({ companyId, taskId, ...subject })
  const doneAt = doneAfter === undefined ? null : new Date(at.getTime() + doneAfter)
  await db.insert(sentTasks).values({
    companyId,
    taskId,
    userId,
    startsAt: at,
    dueAt: new Date(at.getTime() + dueIn),
    createdAt: at,
    ...(doneAt && { completedAt: doneAt, completedBy: userId, seenAt: doneAt }),
  })
  return taskId
}
