/** The list of breeds: whole in five languages, each name that of one breed alone. */
import { expect, test } from 'vitest'
import { locales } from '../lib/language.ts'
import { foldWord } from '../lib/searching.ts'
import { breedIn, breedNames, breedsOf, keptBreed } from './breeds.ts'
import { species } from './rules.ts'

test('a breed is stored under one name for any language, capitals and accents', () => {
  expect(['Fleckvieh', 'szimentali', 'SIMMENTAL', 'سيمنتال'].map(keptBreed)).toEqual(Array(4).fill('Simmental'))
  expect(['en', 'hu', 'de', 'fr', 'ar'].map(locale => breedIn(locale as 'en', 'Holstein Friesian'))).toEqual([
    ...['Holstein Friesian', 'Holstein-fríz', 'Holstein', 'Prim’Holstein', 'هولشتاين'],
  ])
  // What nobody knows is what it is.
  expect([keptBreed('Old Daisy’s own'), breedIn('hu', 'Old Daisy’s own')]).toEqual(Array(2).fill('Old Daisy’s own'))
})

test('every species but the last has breeds with Arabic names, and no name means two of them', () => {
  for (const kind of species.filter(kind => kind !== 'other')) expect(breedNames[kind].length).toBeGreaterThan(3)
  const lines = Object.values(breedNames).flat()
  expect(lines.filter(line => line.split('|').length !== 5 || !/\p{Script=Arabic}/u.test(line))).toEqual([])
  const meant = new Map<string, Set<string>>()
  for (const kind of species)
    for (const locale of locales)
      for (const { value, label } of breedsOf(kind, locale))
        meant.set(foldWord(label), (meant.get(foldWord(label)) ?? new Set()).add(value))
  expect([...meant].filter(([, breeds]) => breeds.size > 1)).toEqual([])
})

test('the breeds of a species stand in the alphabet of the reader', () => {
  const labels = breedsOf('pig', 'hu').map(({ label }) => label)
  expect(labels).toEqual([...labels].sort((one, other) => one.localeCompare(other, 'hu')))
  expect(labels).toContain('Nagy fehér')
})
