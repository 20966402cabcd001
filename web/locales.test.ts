/** The texts are whole: the same in every language, each of them used, and no words in components outside of them. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { locales } from '#shared/lib/language.ts'
import { problems } from '#shared/lib/problem.ts'
import { mergedTexts } from '../scripts/localesPlugin.ts'
import { textTypes, writtenTextTypes } from '../scripts/textTypes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: name => /node_modules|dist|\.test\.tsx?$/.test(name) }).map(path => ({
    path,
    source: readFileSync(root + path, 'utf8'),
  }))

/** Texts by their whole key: `common.save`. */
function flat(texts: object, path = ''): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : [...flat(value, `${path}${key}.`)],
  )
  return new Map(entries)
}

const plural = /_(zero|one|two|few|many|other)$/
const english = flat(mergedTexts('en'))
const plurals = new Set([...english.keys()].filter(key => key.endsWith('_other')).map(key => key.replace(plural, '')))
const baseOf = (key: string) => (plurals.has(key.replace(plural, '')) ? key.replace(plural, '') : key)
const keys = new Set([...english.keys()].map(baseOf))
const placeholders = (text: string) => [...text.matchAll(/{{(\w+)(?:, \w+)?}}/g)].map(match => match[1]).sort()

test.each(locales)('%s has every text, and the plural forms that it needs', locale => {
  const texts = flat(mergedTexts(locale))
  expect([...new Set([...texts.keys()].map(baseOf))].sort()).toEqual([...keys].sort())
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.map(form => `_${form}`)
  for (const base of plurals) {
    const found = [...texts.keys()]
      .filter(key => key !== base && baseOf(key) === base)
      .map(key => key.slice(base.length))
    expect(found.sort(), base).toEqual([...forms].sort())
  }
})

test.each(locales)('%s says something everywhere, with the same figures and names in it', locale => {
  for (const [key, text] of flat(mergedTexts(locale))) {
    expect(text.trim(), key).not.toBe('')
    if (!plural.test(key)) expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''))
  }
})

test('the types of the keys are those of the texts: `npm run types` writes them', () => {
  expect(writtenTextTypes()).toBe(textTypes())
})

test('every problem and every field error has a text', () => {
  const fieldCodes = read('shared/**/*.ts', 'server/**/*.ts').flatMap(({ source }) =>
    [...source.matchAll(/invalidField\([^,]+,\s*'(\w+)'|params: { code: '(\w+)'/g)].map(match => match[1] ?? match[2]),
  )
  const wanted = [...Object.keys(problems), ...fieldCodes.map(code => `field.${code}`)].map(code => `problem.${code}`)
  expect(wanted.filter(key => !english.has(key))).toEqual([])
})

test('no text lies unused', () => {
  const sources = read('web/**/*.{ts,tsx}', 'server/**/*.ts', 'shared/**/*.ts').map(({ source }) => source)
  const literals = new Set(
    sources.flatMap(source => [...source.matchAll(/['"`]([\w-]+(?:\.\w+)+)['"`]/g)].map(match => match[1])),
  )
  const beginnings = new Set(
    sources.flatMap(source => [...source.matchAll(/[`]([\w-]+\.(?:\w+\.)*\w*)\${/g)].map(match => match[1])),
  )
  const isUsed = (key: string) =>
    key.startsWith('problem.') ||
    literals.has(key) ||
    [...beginnings].some(beginning => key.startsWith(beginning ?? ' '))
  expect([...keys].filter(key => !isUsed(key))).toEqual([])
})

test('no code puts a colon after a text: French writes it with a space, `common.colon`', () => {
  const colon = /\bt\((?:'[^']*'|`[^`]*`)[^\n]{0,60}?\)}: ?(?=[$<{\w]|$)/gm
  const found = read('web/**/*.{ts,tsx}', 'server/**/*.ts', 'shared/**/*.ts').flatMap(({ path, source }) =>
    [...source.matchAll(colon)].map(([said]) => `${path}: ${said}`),
  )
  expect(found).toEqual([])
})

const spoken = ['aria-label', 'alt', 'title', 'placeholder', 'label', 'description']
const hasWords = (text: string) => /\p{L}{2,}/u.test(text.replace('tend', ''))

test('no component speaks a language of its own', () => {
  const found: string[] = []
  for (const { path, source } of read('web/**/*.tsx')) {
    const { program } = parseSync(path, source)
    new Visitor({
      JSXText: node => void (hasWords(node.value) && found.push(`${path}: ${node.value.trim()}`)),
      JSXAttribute(node) {
        const name = node.name.type === 'JSXIdentifier' ? node.name.name : ''
        const value = node.value?.type === 'Literal' ? String(node.value.value) : ''
        if (spoken.includes(name) && hasWords(value)) found.push(`${path}: ${name}="${value}"`)
      },
    }).visit(program)
  }
  expect(found).toEqual([])
}, 30_000)
