/** Punctuation, spaces and articles of each language, with any value in the text. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { oneFullStop } from '#shared/lib/interpolation.ts'
import { mergedTexts } from '../scripts/localesPlugin.ts'

/** All texts of a language with their keys; the one that speaks of straight quotes has to show them. */
function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return path.endsWith('expression_curly_quotes') ? [] : [[path, value]]
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`))
}

const wrong = (locale: string, pattern: RegExp) =>
  textsOf(mergedTexts(locale), locale).flatMap(([path, text]) => (pattern.test(text) ? [`${path}: ${text}`] : []))

const templates = ['forms', 'guides'].map(feature => new URL(`../server/${feature}/templates/`, import.meta.url))

/** What the templates of forms and the ready guides say in a language. */
const templateTexts = (locale: string) =>
  templates.flatMap(folder =>
    readdirSync(folder).flatMap(name =>
      textsOf(JSON.parse(readFileSync(new URL(name, folder), 'utf8')), name).filter(([path]) =>
        new RegExp(`\\.${locale}(\\.\\d+)?$`).test(path),
      ),
    ),
  )

test('French marks stay with their word by a narrow no-break space, and an apostrophe is curved', () => {
  const marks = /[ \u00a0][;:!?»]|«(?!\u202f)|[\p{L}\d}][!?»]|[\p{L}\d})»][:;](?=\s|$)|'|\.\.\.| …$/u
  const units =
    /\d[ \u00a0](?=(\d{3}|Mo|Go|km|cm|m²|m|h|s|%)(?!\p{L}))|\}\}[ \u00a0](?=(Mo|km|m²|m|h|%)(?!\p{L}))|n[°º][ \u00a0]|º/iu
  // The list of people to invite is read by a colon without a space.
  const found = [...wrong('fr', marks), ...wrong('fr', units)].filter(line => !line.startsWith('fr.invites.listHint'))
  expect(found).toEqual([])
  expect(templateTexts('fr').filter(([, text]) => marks.test(text) || units.test(text))).toEqual([])
})

test('no French article or preposition stands before a name, which may need an elision', () => {
  const names = 'name|names|company|place|into|group|title|person|report'
  expect(wrong('fr', new RegExp(`(?<!\\p{L})(de|que|jusque|du|au|le|la) \\{\\{(${names})\\}\\}`, 'iu'))).toEqual([])
})

test('no French text knows whether its reader is a man or a woman, and none begs', () => {
  expect(wrong('fr', /vous (êtes|avez été) \p{L}+é(?!\p{L})|Invité par|[Vv]euillez/u)).toEqual([])
})

test('French counts a million as it counts two', () => {
  const texts = new Map(textsOf(mergedTexts('fr'), 'fr'))
  const other = [...texts].filter(([path, text]) => {
    const two = path.endsWith('_many') && texts.get(path.replace(/_many$/, '_other'))
    return two && two !== text
  })
  expect(other).toEqual([])
})

test('a Hungarian article before a name is chosen by the name: {{company, az}}', () => {
  expect(wrong('hu', /(?<!\p{L})az? [„("]*\{\{/iu)).toEqual([])
})

test('no Hungarian sentence that ends with a day ends twice', () => {
  const filled = textsOf(mergedTexts('hu'), 'hu').map(([path, text]) => {
    const day = text.replace(/{{(date|day|time|until|when)}}/g, '2025. nov. 28.')
    return `${path}: ${oneFullStop.process(day, path, {}, {})}`
  })
  expect(filled.filter(line => /\.\.(?!\.)/.test(line.replaceAll('...', '')))).toEqual([])
})

test('no German sentence says Sie for somebody else than its reader', () => {
  const verbs = 'werden|wurden|bekommen|sehen|erscheinen|sind|lassen|kann|öffnen|gilt|gelten|bleibt|bleiben|steht'
  const meansReader = [
    ...['auth.login.signedInAs', 'companies.quitText', 'companies.setup.join.title', 'mails.added.subject'],
    ...['messaging.noLongerIn', 'messaging.youJoined', 'notifications.sentences.member.added', 'problem.pin_required'],
    ...['profile.pin.guest', 'profile.devices.onlyThis', 'profile.consequences.signIn', 'public.pin.text'],
    ...['public.pin.textAlone', 'reports.ownOnly', 'reports.mail.note'],
  ]
  const said = wrong('de', new RegExp(`(?:^|[.?!:] )Sie (?:${verbs})(?!\\p{L})`, 'u'))
  expect(said.filter(line => !meansReader.some(key => line.startsWith(`de.${key}: `)))).toEqual([])
})

test('no short German label begins as a question that it does not ask', () => {
  const question = /: (?:Was|Wer|Wann|Wo|Warum|Woher|Wohin|Wen|Wem)(?: [^.?!:]{0,24})?$/
  expect(
    wrong('de', /^(?:Was|Wer|Wann|Wo|Warum|Woher|Wohin|Wen|Wem)(?!\p{L})/u).filter(line => question.test(line)),
  ).toEqual([])
})

test('German figures stay with their unit, and a problem ends in a full stop', () => {
  expect(wrong('de', /(?:\d|\}\}) (?:MB|GB|km|cm|m²|m|h|s|%|°C)(?!\p{L})|(?<!\p{L})Nr\. [\d\x7b]/u)).toEqual([])
  const problems = wrong('de', /\p{L}$/u).filter(line => line.startsWith('de.problem.'))
  expect(problems.filter(line => !/^de\.problem\.(?:remedy|withheldBy)\./.test(line))).toEqual([])
})

test('Arabic has its own comma, semicolon and question mark, and names of another script keep their direction', () => {
  expect(wrong('ar', /[\u0600-\u06ff] ?[,;?]|اً|\.\.\./u)).toEqual([])
  const bare = /(?<![\u2067\u2068]){{(?:name|names|title|email|company|person|inviter)}}/
  const alone = /^{{\w+}}$/
  const withName = wrong('ar', bare).filter(line => !alone.test(line.slice(line.indexOf(': ') + 2)))
  // The sentences of notices get their isolates with the names, as every language needs them there.
  expect(withName.filter(line => !line.startsWith('ar.notifications.sentences.'))).toEqual([])
})
