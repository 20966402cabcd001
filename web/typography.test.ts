/** French and Arabic punctuation: a mark never falls alone onto the next line, and each language has its own. */
import { expect, test } from 'vitest'
import { mergedTexts } from '../scripts/localesPlugin.ts'

/** All texts of a language with their keys; the one that speaks of straight quotes has to show them. */
function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return path.endsWith('expression_curly_quotes') ? [] : [[path, value]]
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`))
}

const wrong = (locale: string, pattern: RegExp) =>
  textsOf(mergedTexts(locale), locale).flatMap(([path, text]) => (pattern.test(text) ? [`${path}: ${text}`] : []))

test('French marks stay with their word by a narrow no-break space, and an apostrophe is curved', () => {
  expect(wrong('fr', /[ \u00a0][;:!?»]|«(?!\u202f)|[\p{L}\d}][!?»]|'|\.\.\./u)).toEqual([])
})

test('Arabic has its own comma, semicolon and question mark, and names of another script keep their direction', () => {
  expect(wrong('ar', /[\u0600-\u06ff] ?[,;?]|اً|\.\.\./u)).toEqual([])
  const bare = /(?<![\u2067\u2068]){{(?:name|names|title|email|company|person|inviter)}}/
  const alone = /^{{\w+}}$/
  const withName = wrong('ar', bare).filter(line => !alone.test(line.slice(line.indexOf(': ') + 2)))
  // The sentences of notices get their isolates with the names, as every language needs them there.
  expect(withName.filter(line => !line.startsWith('ar.notifications.sentences.'))).toEqual([])
})
