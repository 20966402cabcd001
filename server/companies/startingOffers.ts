/** The offers that a new tend begins with. Its admins change them, and those that they archived stay archived. */
import { eq } from 'drizzle-orm'
import type { Limits } from '#shared/companies/plans.ts'
import type { Database } from '../lib/db/pools.ts'
import { planSettings, plans } from './table.ts'

const gigabyte = 1024 ** 3
const limits = (users: number, animals: number, forms: number, gigabytes: number): Limits => ({
  users,
  animals,
  forms,
  storage: gigabytes * gigabyte,
})

/** Key of the plan of every company while no plans are sold. */
export const everything = 'everything'

const unsold: typeof plans.$inferInsert = {
  key: everything,
  name: { en: 'Everything', hu: 'Minden', de: 'Alles', fr: 'Tout', ar: 'كل شيء' },
  description: {
    en: 'Without limits, end or price.',
    hu: 'Korlát, lejárat és ár nélkül.',
    de: 'Ohne Limits, ohne Ende, ohne Preis.',
    fr: 'Sans limites, sans fin et sans prix.',
    ar: 'بلا حدود ولا نهاية ولا سعر.',
  },
  period: 'month',
  prices: {},
  limits: { users: null, animals: null, forms: null, storage: null },
  isOffered: false,
  position: 0,
}

/** The offers of an operator who sells. */
const sold: (typeof plans.$inferInsert)[] = [
  {
    key: 'trial',
    name: { en: 'Trial', hu: 'Próba', de: 'Testphase', fr: 'Essai', ar: 'تجربة' },
    description: {
      en: 'Everything, for 30 days.',
      hu: 'Minden, 30 napig.',
      de: 'Alles, 30 Tage lang.',
      fr: 'Tout, pendant 30 jours.',
      ar: 'كل شيء، لمدة 30 يومًا.',
    },
    period: 'month',
    prices: {},
    limits: limits(25, 1000, 25, 2),
    isTrial: true,
    days: 30,
    isOffered: false,
    position: 0,
  },
  {
    key: 'small',
    name: { en: 'Small', hu: 'Kicsi', de: 'Klein', fr: 'Petit', ar: 'صغيرة' },
    description: {
      en: 'For a family farm or a small team.',
      hu: 'Családi gazdaságnak vagy kis csapatnak.',
      de: 'Für einen Familienbetrieb oder ein kleines Team.',
      fr: 'Pour une exploitation familiale ou une petite équipe.',
      ar: 'لمزرعة عائلية أو فريق صغير.',
    },
    period: 'month',
    prices: { EUR: 19, HUF: 7900, GBP: 17, USD: 21 },
    limits: limits(5, 250, 15, 5),
    position: 1,
  },
  {
    key: 'medium',
    name: { en: 'Medium', hu: 'Közepes', de: 'Mittel', fr: 'Moyen', ar: 'متوسطة' },
    description: {
      en: 'For several barns and a team with shifts.',
      hu: 'Több istállónak és műszakban dolgozó csapatnak.',
      de: 'Für mehrere Ställe und ein Team mit Schichten.',
      fr: 'Pour plusieurs bâtiments et une équipe qui se relaie.',
      ar: 'لعدة حظائر وفريق يعمل في ورديات.',
    },
    period: 'month',
    prices: { EUR: 49, HUF: 19_900, GBP: 43, USD: 54 },
    limits: limits(25, 2500, 60, 25),
    position: 2,
  },
  {
    key: 'large',
    name: { en: 'Large', hu: 'Nagy', de: 'Groß', fr: 'Grand', ar: 'كبيرة' },
    description: {
      en: 'Without limits, for several sites.',
      hu: 'Korlátlanul, több telephelynek.',
      de: 'Ohne Limits, für mehrere Betriebsstätten.',
      fr: 'Sans limites, pour plusieurs sites.',
      ar: 'بلا حدود، لعدة مواقع.',
    },
    period: 'month',
    prices: { EUR: 129, HUF: 51_900, GBP: 113, USD: 142 },
    limits: { users: null, animals: null, forms: null, storage: null },
    position: 3,
  },
]

/** Creates the offers that this tend never had. Several nodes may do it at once. */
export async function seedOffers(db: Database): Promise<void> {
  const [settings] = await db.select().from(planSettings)
  const offers = settings?.isSelling ? [unsold, ...sold] : [unsold]
  await db.insert(plans).values(offers).onConflictDoNothing({ target: plans.key })
}

/** Stores whether plans are sold. Selling begins with offers of a trial and three prices. */
export async function setSelling(db: Database, isSelling: boolean): Promise<void> {
  await db.update(planSettings).set({ isSelling })
  await seedOffers(db)
  if (!isSelling) await db.update(plans).set({ archivedAt: null }).where(eq(plans.key, everything))
}
