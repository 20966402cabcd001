import { expect, test } from 'vitest'
import { system } from '#shared/system/contract.ts'
import { company, request } from '../test/people.ts'

const countriesIn = async (lang: 'en' | 'hu' | 'de' | 'fr' | 'ar') =>
  JSON.parse((await request(system.countries, {}, null, { lang })).body).data as {
    id: number
    code: string
    name: string
    currency: string
  }[]

test('countries are named and sorted as in the language, also before sign-in', async () => {
  const [english, hungarian, german, arabic] = [
    await countriesIn('en'),
    await countriesIn('hu'),
    await countriesIn('de'),
    await countriesIn('ar'),
  ]
  for (const list of [english, hungarian, german, arabic]) {
    expect(list).toHaveLength(249)
    expect(new Set(list.map(({ name }) => name)).size).toBe(249)
  }
  expect(english.find(({ id }) => id === 348)).toEqual({ id: 348, code: 'HU', name: 'Hungary', currency: 'HUF' })
  expect(hungarian.find(({ id }) => id === 826)).toMatchObject({ name: 'Egyesült Királyság', currency: 'GBP' })
  const at = (list: { code: string }[], code: string) => list.findIndex(country => country.code === code)
  expect(at(german, 'AT')).toBeGreaterThan(at(german, 'KE'))
  expect(at(german, 'AT')).toBeLessThan(at(german, 'PA'))
  expect(arabic.find(({ code }) => code === 'EG')?.name).toBe('مصر')
})

test('every country and every currency of the list is one that this server knows', async () => {
  const currencies = new Set(Intl.supportedValuesOf('currency'))
  const list = await countriesIn('en')
  expect(list.filter(({ name, code }) => name === code)).toEqual([])
  expect(list.filter(({ currency }) => !currencies.has(currency))).toEqual([])
  expect(new Set(list.map(({ id }) => id)).size).toBe(249)
})

test('languages are offered in the order in which people choose', async () => {
  const hand = await (await company()).worker()
  expect((await hand.call(system.languages, {})).map(({ locale }) => locale)).toEqual(['en', 'hu', 'de', 'fr', 'ar'])
})
