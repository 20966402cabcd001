/** Every ready guide, as a reader of each language gets it. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { drawingPath, guideWords, parseGuide, sectionsOf, storedPathsIn } from '#shared/guides/guideText.ts'
import { defaultLocale, locales } from '#shared/lib/language.ts'
import { listTemplates } from '../forms/templates.ts'
import { drawApart } from '../lib/files/pictureWork.ts'
import { listGuideTemplates } from './templates.ts'

const all = listGuideTemplates()

/** Three minutes of somebody who reads 150 words a minute, slowly enough for a second language. */
const maxWords = 3 * 150
const wordsOf = (text: string) => guideWords(text).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]*/gu) ?? []

/** What may be part of a drawing: nothing that runs, loads or needs a font. */
const drawn = new Set(['svg', 'rect', 'g', 'path', 'circle'])

/** Guides that the help offers, beside those that questions of templates name. */
const help = readFileSync(new URL('../../web/shell/Palette.tsx', import.meta.url), 'utf8')
const offeredByScreens = [...help.matchAll(/ready: '([a-z-]+)'/g)].map(([, key = '']) => key)

const references = listTemplates().flatMap(({ key, guides = {} }) =>
  Object.values(guides).map(guide => ({ template: key, guide })),
)

test('questions of templates name guides that are there, and every guide is named by one or by a screen', () => {
  const keys = all.map(({ key }) => key)
  expect(references.filter(({ guide }) => !keys.includes(guide))).toEqual([])
  expect(offeredByScreens.filter(key => !keys.includes(key))).toEqual([])
  const named = new Set([...references.map(({ guide }) => guide), ...offeredByScreens])
  expect(keys.filter(key => !named.has(key))).toEqual([])
})

test('each file of the folder is a guide', () => {
  expect(readdirSync(new URL('templates/', import.meta.url))).toEqual(all.map(({ key }) => `${key}.json`))
})

describe.each(all)('$key', ({ title, body, drawing }) => {
  test.each([...locales])('is read in three minutes in %s', locale => {
    const words = wordsOf(body[locale])
    expect(words.length).toBeGreaterThan(90)
    expect(words.length).toBeLessThanOrEqual(maxWords)
  })

  test('has texts of its own in each language, in its script', () => {
    const arabic = /\p{Script=Arabic}/u
    for (const texts of [title, body]) {
      expect(new Set(locales.map(locale => texts[locale])).size).toBe(locales.length)
      expect(arabic.test(texts.ar)).toBe(true)
      expect(locales.filter(locale => locale !== 'ar' && arabic.test(texts[locale]))).toEqual([])
    }
    const linesOf = (locale: (typeof locales)[number]) => guideWords(body[locale]).split('\n')
    const english = new Set(linesOf(defaultLocale).filter(line => line.length > 20))
    for (const locale of locales.filter(one => one !== defaultLocale))
      expect(linesOf(locale).filter(line => english.has(line))).toEqual([])
  })

  test('has the same parts in each language', () => {
    const partsIn = (text: string) => parseGuide(text).map(block => block.kind)
    for (const locale of locales) expect(partsIn(body[locale])).toEqual(partsIn(body.en))
    expect(sectionsOf(parseGuide(body.en)).length).toBeGreaterThan(1)
  })

  test('shows its drawing once, and its other links lead to its own sections', () => {
    for (const locale of locales) {
      expect(storedPathsIn(body[locale])).toEqual([drawingPath])
      const anchors = sectionsOf(parseGuide(body[locale])).map(({ anchor }) => `#${anchor}`)
      const links = [...body[locale].matchAll(/(?<!!\[[^\]]*)\]\(([^)]*)\)/g)].map(([, address = '']) => address)
      expect(links.filter(address => !address.startsWith('/storage/') && !anchors.includes(address))).toEqual([])
      expect(body[locale]).not.toMatch(/https?:|www\./)
    }
  })

  test('has a drawing of lines alone: nothing in it runs, loads or is written in one language', async () => {
    const tags = [...drawing.matchAll(/<\/?([a-zA-Z!?][\w:-]*)/g)].map(([, tag = '']) => tag)
    expect(tags.filter(tag => !drawn.has(tag))).toEqual([])
    expect(drawing).not.toMatch(/\son\w+=|href|url\(|style=|&/i)
    const { width, height, content } = await drawApart('drawing', 'test', 'sheet', Buffer.from(drawing))
    expect([width, height]).toEqual([1200, 640])
    expect(content.length).toBeLessThan(60_000)
  })
})
