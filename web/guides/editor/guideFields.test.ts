import { expect, test } from 'vitest'
import { changesOf, mergeFields } from './guideFields.ts'

const base = { 'title.en': 'Gates', 'title.hu': 'Kapuk', 'body.en': 'Shut', 'body.hu': '', category: 'other' }

test('what is sent are the changed settings and the texts with all their languages', () => {
  expect(changesOf(base, { ...base, category: 'safety' })).toEqual({ category: 'safety' })
  expect(changesOf(base, { ...base, 'title.hu': 'Kapu' })).toEqual({ title: { en: 'Gates', hu: 'Kapu' } })
  expect(changesOf(base, { ...base, 'body.hu': 'Csukd' })).toEqual({ body: { en: 'Shut', hu: 'Csukd' } })
  expect(changesOf(base, { ...base })).toEqual({})
})

test('two who write in different places lose nothing, and meet where both wrote', () => {
  const mine = { ...base, 'body.en': 'Mine', category: 'safety' }
  const apart = mergeFields({ base, mine, theirs: { ...base, 'title.hu': 'Kapu' } })
  expect(apart).toEqual({ content: { ...mine, 'title.hu': 'Kapu' }, conflicting: [] })
  const met = mergeFields({ base, mine, theirs: { ...base, 'body.en': 'Theirs', category: 'safety' } })
  expect(met).toEqual({ content: mine, conflicting: ['body.en'] })
})
