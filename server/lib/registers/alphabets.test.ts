/** Lists by name are in the alphabet of their reader, in the database as in the browser, from page to page. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { compareIn } from '#shared/lib/alphabet.ts'
import { locales } from '#shared/lib/language.ts'
import { locations, placeTree } from '#shared/locations/contract.ts'
import { type RegisterNames, registerNames } from '#shared/subjects/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { users } from '../../accounts/table.ts'
import { publishedForm } from '../../test/forms.ts'
import { company, type Person, platform } from '../../test/people.ts'

/** Digraphs, umlauts, accents, another script, numbers of several digits and of other digits. */
const names = [
  ...['Cuca', 'Csilla', 'Cézár', 'Cz', 'Dávid', 'Dzsoni', 'Dzéta', 'Géza', 'Gyula', 'Lyon', 'Lujza', 'Nyuszi', 'Nóra'],
  ...[
    'Odett',
    'Óra',
    'Ödön',
    'Őz',
    'Ottó',
    'Szilva',
    'Sára',
    'Tyúk',
    'Tóni',
    'Udo',
    'Ürge',
    'Űr',
    'Út',
    'Zsófi',
    'Zoli',
  ],
  ...['Äpfel', 'Apfel', 'Azur', 'Straße', 'Strasse', 'Strauss', 'cote', 'côte', 'coté', 'côté', 'Élan', 'Etna'],
  ...['9', '10', '100', 'Ewe 9', 'Ewe 10', 'Ewe 10 b', 'أرنب', 'ألف', 'باء', 'بقرة 9', 'بقرة 10', 'زرافة'],
]

const byAlphabet = Object.fromEntries(locales.map(locale => [locale, [...names].sort(compareIn(locale))]))

type List = typeof animals.list | typeof locations.list | typeof animalGroups.list | typeof vehicles.list

async function pages(boss: Person, list: List, lang: (typeof locales)[number], sort: 'name' | '-name') {
  const found: string[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, meta } = await boss.call(list, { sort, page, per_page: 10 }, { lang })
    found.push(...data.map(({ name }) => name))
    last = meta.last_page
  }
  return found
}

test('registers are in the alphabet of the reader on every page, forwards and backwards', async () => {
  const boss = await (await company()).manager()
  for (const name of names) {
    await boss.call(animals.create, { name, species: 'cattle' })
    await boss.call(locations.create, { name, type: 'pen' })
    await boss.call(animalGroups.create, { name })
    await boss.call(vehicles.create, { name, type: 'lorry' })
  }
  for (const lang of locales) {
    for (const list of [animals.list, locations.list, animalGroups.list, vehicles.list])
      expect(await pages(boss, list, lang, 'name'), `${list.path} ${lang}`).toEqual(byAlphabet[lang])
    expect(await pages(boss, animals.list, lang, '-name'), lang).toEqual(byAlphabet[lang]?.toReversed())
    const { places } = await boss.call(placeTree.tree, {}, { lang })
    expect(places.map(({ name }) => name)).toEqual(byAlphabet[lang])
  }
})

test('copies of a register on devices are in the reader’s alphabet, and whole in another', async () => {
  const boss = await (await company()).manager()
  for (const name of names) await boss.call(locations.create, { name, type: 'pen' })
  const asked = async (lang: (typeof locales)[number], since?: string) => {
    const sent = await boss.send(registerNames.stream, { type: 'location', ...(since && { since }) }, { lang })
    const answer: RegisterNames = sent.json()
    return { since: answer.since, isWhole: answer.is_whole, names: answer.rows.map(([, name]) => name) }
  }
  const english = await asked('en')
  expect(english.names).toEqual(byAlphabet.en)
  expect((await asked('de', english.since)).isWhole).toBe(false)
  const hungarian = await asked('hu', english.since)
  expect(hungarian).toMatchObject({ isWhole: true, names: byAlphabet.hu })
  expect((await asked('ar', hungarian.since)).names).toEqual(byAlphabet.ar)
})

test('people and forms are in the alphabet of the reader', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const some = ['Csaba 1', 'Cili', 'Cz', 'Ödön', 'Oszkár', 'Pen 9', 'Pen 10', 'باء']
  for (const name of some) {
    const worker = await farm.worker()
    await platform(db => db.update(users).set({ name }).where(eq(users.id, worker.id)))
    const { id } = await publishedForm(boss)
    await boss.call(forms.update, { id, name: { en: name } })
  }
  for (const lang of locales) {
    const sorted = [...some].sort(compareIn(lang))
    const { data: members } = await boss.call(companies.members, { id: farm.id }, { lang })
    expect(members.flatMap(({ name }) => (some.includes(name) ? name : []))).toEqual(sorted)
    const { data: found } = await boss.call(forms.list, { sort: 'name' }, { lang })
    expect(found.map(({ name }) => name.en)).toEqual(sorted)
  }
})
