/** One word for one thing: no text says what the glossary of its language (docs/glossary) says never to say. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Locale, locales } from '#shared/lib/language.ts'
import { mergedTexts } from '../scripts/localesPlugin.ts'

/** The words of the third column. */
function neverSaid(locale: Locale): string[] {
  const glossary = readFileSync(new URL(`../docs/glossary/${locale}.md`, import.meta.url), 'utf8')
  const rows = glossary
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| term') && !line.startsWith('| ---'))
  return rows.flatMap(row => (row.split('|')[3] ?? '').split(',').map(word => word.trim()))
}

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

/** The word by itself, not as a part of another. */
const alone = (word: string) =>
  new RegExp(`(?<![\\p{L}\\p{M}-])${word.replace(/[.*+?^$(){}|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{M}])`, 'u')

test.each(locales)('%s says one word for one thing', locale => {
  const words = neverSaid(locale)
  expect(words.length).toBeGreaterThan(5)
  const texts = [...textsIn(mergedTexts(locale), locale), ...templateTexts(locale)]
  const patterns = words.map(word => ({ word, pattern: alone(word) }))
  const said = texts.flatMap(([path, text]) =>
    patterns.filter(({ pattern }) => pattern.test(text)).map(({ word }) => `${path} says “${word}”: ${text}`),
  )
  expect(said).toEqual([])
})
