/** One word for one thing: no text says what the glossary of its language (docs/glossary) says never to say. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Locale, locales } from '#shared/lib/language.ts'
import { mergedTexts } from '../scripts/localesPlugin.ts'

/** The cells of a table of a language's glossary, by the word at its head. */
function tableOf(locale: Locale, head: string): string[][] {
  const glossary = readFileSync(new URL(`../docs/glossary/${locale}.md`, import.meta.url), 'utf8')
  const table = glossary.split('\n\n').find(part => part.startsWith(`| ${head} |`)) ?? ''
  const rows = table.trim().split('\n').slice(2)
  return rows.map(row =>
    row
      .split('|')
      .map(cell => cell.trim())
      .slice(1, -1),
  )
}

const wordsIn = (cell = '') => cell.split(',').map(word => word.trim())

/** The words of the third column. */
const neverSaid = (locale: Locale) => [
  ...new Set(tableOf(locale, 'term').flatMap(([, , never]) => wordsIn(never).filter(word => word && word !== '–'))),
]

/** The words that a text may say all the same: the name of a button elsewhere, another meaning of the word. */
const allowed = (locale: Locale) =>
  new Set(tableOf(locale, 'text').flatMap(([key, words]) => wordsIn(words).map(word => `${key} ${word}`)))

/** All texts below a value, each with its path. */
function textsIn(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`))
}

const templates = new URL('../server/forms/templates/', import.meta.url)

/** What the templates of forms say in a language. */
const templateTexts = (locale: Locale) =>
  readdirSync(templates).flatMap(name =>
    textsIn(JSON.parse(readFileSync(new URL(name, templates), 'utf8')), name).filter(([path]) =>
      path.endsWith(`.${locale}`),
    ),
  )

const legal = new URL('../server/accounts/texts/', import.meta.url)

/** The terms and the privacy text. In the other languages they name the operator by a word that no company has. */
const legalTexts = (locale: Locale): [string, string][] =>
  readdirSync(legal)
    .filter(name => /\.(?:ar|de)\.txt$/.test(name) && name.endsWith(`.${locale}.txt`))
    .map(name => [name, readFileSync(new URL(name, legal), 'utf8')])

/**
 * The word by itself, at the start of a sentence too; one that is written with a capital is sought with it, as German
 * nouns need. `fotó*` sees fotókkal, `*maske` sees Erfassungsmaske: a star is any letters, for
 * languages that inflect and join their words.
 */
function patternOf(word: string): RegExp {
  const bare = word.replace(/^\*|\*$/g, '').replace(/[.*+?^$(){}|[\]\\]/g, '\\$&')
  const start = word.startsWith('*') ? '' : '(?<![\\p{L}\\p{M}-])'
  const end = word.endsWith('*') ? '' : '(?!-?[\\p{L}\\p{M}])'
  return new RegExp(start + bare + end, word === word.toLowerCase() ? 'iu' : 'u')
}

test('a word that is never said is seen with its endings, its beginnings and in capitals', () => {
  expect('Fotókkal és fájlokkal').toMatch(patternOf('fotó*'))
  expect('Die Erfassungsmaske').toMatch(patternOf('*maske'))
  expect('Jel nélkül').toMatch(patternOf('jel nélkül'))
  expect('Am Montag stand er im Stall').not.toMatch(patternOf('Stand'))
  expect('belépőkártya').not.toMatch(patternOf('belépő'))
})

test.each(locales)('%s says one word for one thing', locale => {
  const words = neverSaid(locale)
  expect(words.length).toBeGreaterThan(5)
  const texts = [...textsIn(mergedTexts(locale), ''), ...templateTexts(locale), ...legalTexts(locale)]
  const patterns = words.map(word => ({ word, pattern: patternOf(word) }))
  const mayBeSaid = allowed(locale)
  const said = texts.flatMap(([path, text]) => {
    const key = path.replace(/^\./, '')
    const bare = text.replace(/{{.*?}}/g, '')
    return patterns
      .filter(({ word, pattern }) => pattern.test(bare) && !mayBeSaid.delete(`${key} ${word}`))
      .map(({ word }) => `${key} says “${word}”: ${text}`)
  })
  expect(said).toEqual([])
  expect([...mayBeSaid], 'no longer said').toEqual([])
})
