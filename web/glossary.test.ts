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

/** The words of the third column, each with its pattern. */
const neverSaid = (locale: Locale, head = 'term') =>
  [...new Set(tableOf(locale, head).flatMap(([, , never]) => wordsIn(never).filter(word => word && word !== '–')))].map(
    word => ({ word, pattern: patternOf(word) }),
  )

/** The words that a text may say all the same: the name of a button elsewhere, another meaning of the word. */
const allowed = (locale: Locale) =>
  new Set(tableOf(locale, 'text').flatMap(([key, words]) => wordsIn(words).map(word => `${key} ${word}`)))

/** All texts below a value, each with its path. */
function textsIn(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`))
}

const templates = ['forms', 'guides'].map(feature => new URL(`../server/${feature}/templates/`, import.meta.url))

/** What the templates of forms and the ready guides say in a language. */
const templateTexts = (locale: Locale) =>
  templates.flatMap(folder =>
    readdirSync(folder).flatMap(name =>
      textsIn(JSON.parse(readFileSync(new URL(name, folder), 'utf8')), name).filter(([path]) =>
        new RegExp(`\\.${locale}(\\.\\d+)?$`).test(path),
      ),
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
  const words = [...neverSaid(locale), ...neverSaid(locale, 'term of the trades')]
  expect(words.length).toBeGreaterThan(5)
  const mayBeSaid = allowed(locale)
  const saidIn = (texts: [string, string][], never: typeof words) =>
    texts.flatMap(([path, text]) => {
      const key = path.replace(/^\./, '')
      const bare = text.replace(/{{.*?}}|\$t\(.*?\)/g, '')
      return never
        .filter(({ word, pattern }) => pattern.test(bare) && !mayBeSaid.delete(`${key} ${word}`))
        .map(({ word }) => `${key} says “${word}”: ${text}`)
    })
  const screens = textsIn(mergedTexts(locale), '')
  const said = [
    ...saidIn([...screens, ...templateTexts(locale), ...legalTexts(locale)], words),
    ...saidIn(screens, neverSaid(locale, 'term of the screens')),
  ]
  expect(said).toEqual([])
  expect([...mayBeSaid], 'no longer said').toEqual([])
})

test('each language has its words for what farms, hauliers and workshops speak of', () => {
  const meanings = (locale: Locale) => tableOf(locale, 'term of the trades').map(([, meaning]) => meaning)
  for (const trade of ['farming', 'transport', 'workshop'])
    expect(meanings('en').filter(meaning => meaning?.startsWith(`${trade}: `)).length).toBeGreaterThanOrEqual(8)
  for (const locale of locales) {
    expect(meanings(locale), locale).toEqual(meanings('en'))
    expect(tableOf(locale, 'term of the trades').filter(([term, , never]) => !term || !never)).toEqual([])
  }
})

const english = textsIn(mergedTexts('en'), '').map(([path, text]) => ({ key: path.slice(1), text }))

/** The sentences of a text, without brackets. A colon ends one, as a list or a value follows it. */
const sentencesOf = (text: string) =>
  text
    .replace(/\$t\([^)]*\)|{{.*?}}/g, 'x')
    .replace(/\([^()]*\)/g, '')
    .split(/(?<=[.?!:])\s/)

test('no English sentence is longer than 20 words, or begins with its object', () => {
  expect(english.length).toBeGreaterThan(4000)
  const found = english.flatMap(({ key, text }) =>
    sentencesOf(text)
      .filter(
        sentence =>
          sentence.trim().split(/\s+/).length > 20 || /^(?:What|Whoever|Of|As long as)\s.*[^?]$/.test(sentence.trim()),
      )
      .filter(sentence => sentence.split(/\s+/).length > 3)
      .map(sentence => `${key}: ${sentence}`),
  )
  expect(found).toEqual([])
})

test('no screen of a worker says that something is sealed', () => {
  const workers =
    /^(?:animal|animals|animalEvents|auth|filling|findings|mails|notifications|problem|public|submission|tasks|today)/
  expect(english.filter(({ key, text }) => workers.test(key) && /\bsealed\b/i.test(text))).toEqual([])
})

/** What the specification gives letter for letter, so that no rewriting touches it. */
const specified = {
  'common.newVersion.question': 'A new version is available! Want to update?',
  'messaging.connected': 'Connected to messaging',
  'messaging.created': 'Conversation created',
  'messaging.failed': 'Failed to send message',
  'messaging.lost': 'Connection lost. Trying to reconnect...',
  'messaging.messageDeleted': 'Message deleted',
  'messaging.messageEdited': 'Message edited',
  'messaging.noConversations': 'No conversations yet',
  'messaging.noConversationsFound': 'No conversations found',
  'messaging.noMessages': 'No messages yet',
  'messaging.noMessagesFound': 'No messages found',
  'messaging.personNeeded': 'At least one user must be selected',
  'messaging.sent': 'Message sent',
  'messaging.titleNeeded': 'Title is required for group conversations',
  'messaging.tooLarge': 'File size exceeds 10MB limit',
  'messaging.unknown': 'Unknown',
  'messaging.uploadBroken': 'Upload failed',
  'messaging.uploadFailed': 'Failed to upload file',
  'messaging.wrongType': 'Invalid file type',
  'problem.token_expired': 'Token has expired',
}

test('the texts that the specification gives are as it gives them', () => {
  const texts = new Map(english.map(({ key, text }) => [key, text]))
  for (const [key, text] of Object.entries(specified)) expect(texts.get(key), key).toBe(text)
})
