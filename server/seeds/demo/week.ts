/**
 * The week of a farm as series: what comes again each day, what was done of it and by whom, and what nobody has done
 * yet.
 */
import { eq } from 'drizzle-orm'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { TaskKind } from '#shared/tasks/rules.ts'
import type { Database } from '../../lib/db/pools.ts'
import { occurrenceRow } from '../../tasks/occurrences.ts'
import { nextOccurrence, occurrencesBetween } from '../../tasks/recurrence/recurrence.ts'
import { type Series, scheduleColumns, sentTasks, taskAssignees, taskSubjects, tasks } from '../../tasks/table.ts'

import type { Crew } from './history.ts'

const day = 24 * 3600_000
/** So long the series have been there; what was done is kept of the last days only. */
const begun = 21 * day
const kept = 7 * day

type Subject = { locationId: number } | { animalGroupId: number } | { vehicleId: number }

/** What a week needs of a farm. */
export type WeekOf = {
  /** People of the series; where there are several, one of them is enough. */
  people: number[]
  parlour: Subject
  pens: Subject
  cows: Subject
  vehicle: Subject
  penCheck: number
}

type Repeated = {
  titles: Required<LocalizedText>
  kind: TaskKind
  recurrence: string
  time: string
  dueAfter: string
  subject: Subject
  formId?: number
  /** Number of the last due ones that are left undone. */
  undone: number
}

const seriesOf = ({ parlour, pens, cows, vehicle, penCheck }: WeekOf): Repeated[] => [
  {
    titles: {
      en: 'Parlour wash-down',
      hu: 'A fejőház lemosása',
      de: 'Melkstand reinigen',
      fr: 'Laver la salle de traite',
      ar: 'غسل المحلب',
    },
    ...{ kind: 'preventive', recurrence: 'FREQ=DAILY;BYHOUR=7,18;BYMINUTE=30', time: '07:30', dueAfter: 'PT2H' },
    ...{ subject: parlour, undone: 0 },
  },
  {
    titles: {
      en: 'Morning round of the calf pens',
      hu: 'A borjak reggeli ellenőrzése',
      de: 'Morgenrunde durch die Kälberbuchten',
      fr: 'Tournée matinale des cases à veaux',
      ar: 'الجولة الصباحية على حظائر العجول',
    },
    ...{ kind: 'check', recurrence: 'FREQ=DAILY', time: '06:00', dueAfter: 'PT4H' },
    ...{ subject: pens, formId: penCheck, undone: 1 },
  },
  {
    titles: {
      en: 'Walk the cows through the footbath',
      hu: 'A tehenek áthajtása a lábfürdőn',
      de: 'Kühe durch das Klauenbad treiben',
      fr: 'Passer les vaches au pédiluve',
      ar: 'تمرير الأبقار عبر مغطس الأظلاف',
    },
    ...{ kind: 'preventive', recurrence: 'FREQ=WEEKLY;BYDAY=TU,FR', time: '09:00', dueAfter: 'PT6H' },
    ...{ subject: cows, undone: 1 },
  },
  {
    titles: {
      en: 'Walk round the vehicle before the first drive',
      hu: 'A jármű körbejárása az első út előtt',
      de: 'Rundgang ums Fahrzeug vor der ersten Fahrt',
      fr: 'Tour du véhicule avant le premier transport',
      ar: 'جولة حول المركبة قبل أول رحلة',
    },
    ...{ kind: 'check', recurrence: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', time: '06:30', dueAfter: 'PT1H30M' },
    ...{ subject: vehicle, undone: 0 },
  },
]

/** The series of a farm's week, with the outcomes of their occurrences in the last seven days. */
export async function seedWeek(db: Database, crew: Crew, week: WeekOf, now: Date): Promise<void> {
  for (const repeated of seriesOf(week)) await seedSeries(db, crew, week.people, repeated, now)
}

async function seedSeries(db: Database, crew: Crew, people: number[], repeated: Repeated, now: Date): Promise<void> {
  const { companyId, managerId: createdBy, timeZone: timezone, language } = crew
  const { titles, time, subject, undone, formId, ...rule } = repeated
  const first = new Date(now.getTime() - begun)
  const [row] = await db
    .insert(tasks)
    .values({
      ...{
        companyId,
        createdBy,
        timezone,
        titles,
        title: titles[language],
        priority: 'normal',
        formId: formId ?? null,
      },
      ...{ ...rule, startsAt: `${first.toISOString().slice(0, 10)}T${time}`, createdAt: first, updatedAt: first },
      doneBy: people.length > 1 ? 'any_one' : 'everyone',
    })
    .returning()
  if (!row) throw new Error(`The series ${titles.en} was not stored.`)
  const series = row as Series
  await db.insert(taskAssignees).values(people.map(userId => ({ companyId, taskId: series.id, userId })))
  await db.insert(taskSubjects).values({ companyId, taskId: series.id, ...subject })
  await sendDays(db, series, people, undone, now)
  const nextAt = nextOccurrence(series, ahead(now))
  await db.update(tasks).set(scheduleColumns(series, nextAt)).where(eq(tasks.id, series.id))
}

/** What begins until then is there already. */
const ahead = (now: Date) => new Date(now.getTime() + day)

/** The occurrences of the last days and of the one to come: people take turns in doing them. */
async function sendDays(db: Database, series: Series, people: number[], undone: number, now: Date): Promise<void> {
  const until = new Date(ahead(now).getTime() + 1)
  const rows = occurrencesBetween(series, new Date(now.getTime() - kept), until).map(at => occurrenceRow(series, at))
  const due = rows.filter(({ dueAt }) => dueAt <= now).length
  for (const [index, occurrence] of rows.entries()) {
    const { startsAt, dueAt } = occurrence
    const doer = people[index % people.length] ?? 0
    const doneAt = new Date((startsAt.getTime() + 2 * dueAt.getTime()) / 3)
    const done = index < due - undone ? { completedAt: doneAt, completedBy: doer, seenAt: doneAt } : null
    // Nobody is told that they are overdue: the bell of the demo has its own news.
    const row = { ...occurrence, ...done, createdAt: new Date(startsAt.getTime() - day), escalated: 2 }
    const [own] = await db
      .insert(sentTasks)
      .values({ ...row, userId: doer })
      .returning({ id: sentTasks.id })
    const completedVia = done && (own?.id ?? null)
    for (const userId of people)
      if (userId !== doer) await db.insert(sentTasks).values({ ...row, userId, completedVia })
  }
}
