/**
 * Single animals that were looked at: some well, some to keep an eye on, one that goes nowhere until somebody looks
 * again.
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { animals } from '../../animals/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import type { Chance } from './chance.ts'
import { type Crew, publishForm, seedTask, seedVisit } from './history.ts'

const hour = 3600_000

const definition: Definition = {
  schema: 1,
  default_language: 'en',
  settings: { about: { types: ['animal'], required: true } },
  triggers: [{ id: 'looked_at', when: { on: 'answers', holds: 'true()' }, set_status: 'ok' }],
  sections: [
    {
      id: 'animal',
      title: { en: 'The animal', hu: 'Az állat', de: 'Das Tier', fr: 'L’animal', ar: 'الحيوان' },
      questions: [
        {
          id: 'lame',
          type: 'yes_no',
          label: {
            en: 'Is it lame?',
            hu: 'Sántít?',
            de: 'Lahmt es?',
            fr: 'Boite-t-il ?',
            ar: 'هل يعرج؟',
          },
          required: true,
          good: 'no',
          critical: true,
          when_failed: {
            require_note: true,
            set_status: 'stop',
            task: {
              title: {
                en: 'Treat the lame animal',
                hu: 'A sánta állat ellátása',
                de: 'Das lahme Tier behandeln',
                fr: 'Soigner l’animal boiteux',
                ar: 'علاج الحيوان الأعرج',
              },
              priority: 'high',
              due_after: 'P1D',
              assignee: 'manager',
              proof: 'note',
            },
          },
        },
        {
          id: 'eats',
          type: 'yes_no',
          label: {
            en: 'Does it eat as usual?',
            hu: 'A szokott módon eszik?',
            de: 'Frisst es wie sonst?',
            fr: 'Mange-t-il comme d’habitude ?',
            ar: 'هل يأكل كالمعتاد؟',
          },
          required: true,
          good: 'yes',
          when_failed: { set_status: 'attention' },
        },
        {
          id: 'temperature',
          type: 'number',
          label: { en: 'Temperature', hu: 'Testhőmérséklet', de: 'Temperatur', fr: 'Température', ar: 'درجة الحرارة' },
          unit: { en: '°C', hu: '°C', de: '°C', fr: '°C', ar: '°م' },
          decimals: 1,
          min: 30,
          max: 45,
        },
      ],
    },
  ],
}

const well: Answers = { lame: { value: 'no' }, eats: { value: 'yes' }, temperature: { value: 38.6 } }
const offFeed: Answers = { lame: { value: 'no' }, eats: { value: 'no', note: 'Left half of it this morning.' } }
const lame = (note: string): Answers => ({ lame: { value: 'yes', note }, eats: { value: 'yes' } })

/** Who was looked at how many hours ago, and what came of it. */
const visits: { name: string; hoursAgo: number; answers: Answers }[] = [
  { name: 'Daisy', hoursAgo: 130, answers: lame('Right hind, does not want to put weight on it.') },
  { name: 'Daisy', hoursAgo: 52, answers: well },
  { name: 'Fern', hoursAgo: 30, answers: well },
  { name: 'Clover', hoursAgo: 26, answers: lame('Left hind, swollen above the claw. Vet is called.') },
  { name: 'Hazel', hoursAgo: 7, answers: offFeed },
  { name: 'Ewe 7', hoursAgo: 6, answers: offFeed },
]

/** The checks of the last days, and the task to look again at the one that is stopped. */
export async function seedAnimalChecks(db: Database, crew: Crew, start: Date, now: Date, dice: Chance): Promise<void> {
  const [tom = 0, farid = 0] = crew.workerIds
  const name = {
    en: 'Look at one animal',
    hu: 'Egy állat megnézése',
    de: 'Ein Tier ansehen',
    fr: 'Examiner un animal',
    ar: 'فحص حيوان واحد',
  }
  const form = await publishForm(db, crew, { name, description: {}, category: 'welfare', definition }, start)
  const names = visits.map(visit => visit.name)
  const rows = await db
    .select({ id: animals.id, name: animals.name })
    .from(animals)
    .where(and(eq(animals.companyId, crew.companyId), inArray(animals.name, names)))
  const subjectOf = (name: string) => ({ animalId: rows.find(row => row.name === name)?.id ?? 0 })
  for (const { name, hoursAgo, answers } of visits) {
    const at = new Date(now.getTime() - hoursAgo * hour)
    await seedVisit(db, crew, { form, userId: tom, at, state: 0, answers, subject: subjectOf(name) }, dice)
  }
  await seedTask(db, crew, {
    title: 'Look at Clover again',
    description: 'She stays in the sick pen until her leg has healed.',
    priority: 'high',
    at: new Date(now.getTime() - 4 * hour),
    dueIn: 24 * hour,
    userId: farid,
    formId: form.id,
    subject: subjectOf('Clover'),
  })
}
