/**
 * A reporting channel, the person who was appointed for it, and two cases: one that is talked about, and one that has
 * just come.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { startingRules } from '#shared/customRoles.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { roles } from '#shared/lib/roles.ts'
import { caseMessages, caseReadings, cases } from '../../cases/table.ts'
import { memberships, ownRoles } from '../../companies/table.ts'
import { publicLinks } from '../../forms/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { dayAt, daysLater } from '../../lib/localDays.ts'
import { hashPassword } from '../../lib/security/passwordHash.ts'
import { randomToken } from '../../lib/security/secrets.ts'
import { type Crew, publishForm, type SeededForm } from './history.ts'

const trustId = roles.manager + 2
const drawn = () => randomInt(1, 2 ** 31)

/** Everything of an employee, and the case right. */
export async function seedCases(db: Database, crew: Crew, userId: number, at: Date, now: Date): Promise<void> {
  const { companyId } = crew
  const rules = [...startingRules(roles.employee), { action: ['read', 'update'], subject: 'Case' }]
  await db.insert(ownRoles).values({ companyId, id: trustId, name: 'Trust person', rules })
  await db.update(memberships).set({ roleId: trustId }).where(eq(memberships.userId, userId))
  const form = await publishForm(db, crew, { ...channel, category: 'other' }, at)
  await db
    .insert(publicLinks)
    .values({ companyId, formId: form.id, prefill: {}, createdBy: crew.managerId, createdAt: at, updatedAt: at })
  const today = dayAt(now, crew.timeZone)
  await talkedAbout(db, { companyId, form, userId, day: daysLater(today, -12) })
  await justCome(db, { companyId, form, day: daysLater(today, -2) })
}

type Seeded = { companyId: number; form: SeededForm; day: string }

async function talkedAbout(db: Database, { userId, ...seeded }: Seeded & { userId: number }): Promise<void> {
  const { companyId, day } = seeded
  const caseId = await insert(db, seeded, {
    identity: 'confidential',
    contact: 'Somebody from the milking parlour, best on Sundays by the code',
    answers: {
      what: {
        value:
          'Calves are moved before the withdrawal time of their medicine is over, and the register says another day.',
      },
      where: { value: 'The calf barn' },
      since: { value: 'Since the spring, about twice a month' },
      ongoing: { value: 'yes' },
    },
    status: 'investigating',
    acknowledgedOn: daysLater(day, 2),
    hasReturned: true,
    hasNews: false,
    isUntold: false,
  })
  const said = [
    ['answer', 'Thank you. Do you know which calves, and who signed the register?', 2, userId],
    ['reporter', 'Tags 4471 and 4475. The signature is not that of the person who was there.', 5, null],
    ['note', 'Compare with the vet’s invoices before anybody is asked.', 6, userId],
  ] as const
  for (const [at, [kind, text, days, by]] of said.entries())
    await db.insert(caseMessages).values({
      ...{ id: drawn(), companyId, caseId, position: at + 1, kind, userId: by, uuid: randomUUID(), text },
      saidOn: daysLater(day, days),
    })
  for (const what of ['case', 'messages', 'answer'] as const)
    await db.insert(caseReadings).values({ companyId, caseId, userId, what, onDay: daysLater(day, 2) })
}

async function justCome(db: Database, seeded: Seeded): Promise<void> {
  await insert(db, seeded, {
    identity: 'anonymous',
    answers: {
      what: { value: 'The guard of the feed mixer was taken off and lies behind the workshop.' },
      where: { value: 'Workshop' },
      since: { value: 'Last week' },
      ongoing: { value: 'yes' },
    },
  })
}

type Reported = Omit<
  typeof cases.$inferInsert,
  'id' | 'companyId' | 'formId' | 'formVersionId' | 'locale' | 'lookup' | 'codeHash' | 'receivedOn'
>

/** Nobody has the code of what nobody reported. */
async function insert(db: Database, { companyId, form, day }: Seeded, reported: Reported): Promise<number> {
  const id = drawn()
  await db.insert(cases).values({
    ...{ id, companyId, formId: form.id, formVersionId: form.versionId, locale: 'en', receivedOn: day },
    ...{ lookup: randomToken(), codeHash: await hashPassword(randomToken()) },
    ...reported,
  })
  return id
}

const definition: Definition = {
  schema: 1,
  default_language: 'en',
  settings: { reporting_channel: true },
  sections: [
    {
      id: 'concern',
      title: {
        en: 'What you know',
        hu: 'A bejelentés',
        de: 'Was Sie wissen',
        fr: 'Le signalement',
        ar: 'ما تعرفه',
      },
      questions: [
        {
          ...{ id: 'what', type: 'text', long: true, required: true },
          label: {
            en: 'What is wrong?',
            hu: 'Mi nincs rendben?',
            de: 'Was ist nicht in Ordnung?',
            fr: 'Qu’est-ce qui ne va pas ?',
            ar: 'ما الخطأ؟',
          },
        },
        { id: 'where', type: 'text', label: { en: 'Where?', hu: 'Hol?', de: 'Wo?', fr: 'Où ?', ar: 'أين؟' } },
        {
          ...{ id: 'since', type: 'text' },
          label: {
            en: 'Since when, and how often?',
            hu: 'Mióta, és milyen gyakran?',
            de: 'Seit wann, und wie oft?',
            fr: 'Depuis quand, et combien de fois ?',
            ar: 'منذ متى وكم مرة؟',
          },
        },
        {
          ...{ id: 'ongoing', type: 'yes_no' },
          label: {
            en: 'Is it still happening?',
            hu: 'Még tart?',
            de: 'Dauert es an?',
            fr: 'Cela continue-t-il ?',
            ar: 'هل ما زال مستمرًا؟',
          },
        },
        {
          ...{ id: 'evidence', type: 'photo' },
          label: {
            en: 'Pictures of it',
            hu: 'Fényképek',
            de: 'Bilder davon',
            fr: 'Photos',
            ar: 'صور لذلك',
          },
        },
      ],
    },
  ],
}

const channel = {
  definition,
  name: {
    en: 'Report a concern',
    hu: 'Visszásság bejelentése',
    de: 'Missstand melden',
    fr: 'Signaler un problème grave',
    ar: 'تقديم بلاغ',
  },
  description: {
    en: 'Report anything that breaks rules or harms animals, people or the land. You do not have to say who you are.',
    hu: 'Bármit bejelenthet, ami szabályt sért, vagy állatnak, embernek, földnek árt. A nevét nem kell megadnia.',
    de:
      'Für alles, was gegen Regeln verstößt oder Tieren, Menschen oder dem Land schadet. Sie müssen nicht ' +
      'sagen, wer Sie sind.',
    fr:
      'Pour tout ce qui enfreint les règles ou nuit aux animaux, aux gens ou à la terre. Vous n’avez pas à ' +
      'dire qui vous êtes.',
    ar: 'لكل ما يخالف القواعد أو يضر بالحيوانات أو الناس أو الأرض. ولا يلزم ذكر الاسم.',
  },
}
