/**
 * Feeds texts as long as a body or field allows to each reader on the answering thread. A reader that scans a run again
 * from each of its signs takes minutes for a second's typing.
 */
import { expect, test } from 'vitest'
import { peopleIn } from '#shared/companies/pastedList.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { addressParts, mentionParts } from '#shared/lib/messageText.ts'
import { digitsOf, parseNumber } from '#shared/lib/numbers.ts'
import { foldWord } from '#shared/lib/searching.ts'
import { partsOfRule } from '#shared/tasks/recurrence.ts'
import { csvLines } from '../server/lib/spreadsheets/csvFile.ts'
import { cleanGuideText, guideWords } from '../shared/guides/guideText.ts'
import { Email } from '../shared/lib/fields.ts'
import { filenameOf, keptFilename } from '../shared/lib/filename.ts'
import { foldCode, foldedEmail, normalizedIdentifier, normalizedText } from '../shared/lib/folding.ts'
import { blockWords } from '../shared/lib/markdown.ts'
import { dayOrderOf, parseDay } from '../shared/lib/parseDay.ts'
import { soughtTexts } from '../shared/lib/searching.ts'
import { soundText } from '../shared/lib/soundText.ts'
import { processorTime } from './processorTime.ts'

/** What can be sent in a body of two megabytes, and in fields that are cut to fewer letters before they are read. */
const ofBody = 400_000
const ofList = 100_000
const ofGuide = 50_000

const readers: Record<string, [(words: string) => unknown, number]> = {
  normalizedText: [normalizedText, ofBody],
  normalizedIdentifier: [normalizedIdentifier, ofBody],
  foldCode: [foldCode, ofBody],
  foldedEmail: [foldedEmail, ofBody],
  Email: [words => Email.safeParse(words), ofBody],
  soundText: [soundText, ofBody],
  partsOfRule: [partsOfRule, ofBody],
  filenameOf: [words => filenameOf(words), ofBody],
  keptFilename: [keptFilename, ofList],
  plainWord: [foldWord, ofList],
  soughtTexts: [soughtTexts, ofList],
  peopleIn: [peopleIn, ofList],
  addressParts: [addressParts, ofGuide],
  plainText: [plainText, ofGuide],
  blockWords: [blockWords, ofGuide],
  cleanGuideText: [cleanGuideText, ofGuide],
  guideWords: [guideWords, ofGuide],
  mentionParts: [words => mentionParts(words, [{ name: 'Anna' }, { name: 'Ann' }]), ofGuide],
  digitsOf: [digitsOf, ofBody],
  parseNumber: [words => parseNumber(words, 'hu'), ofGuide],
  parseDay: [words => parseDay(words, 'hu', { today: '2026-11-28' }), ofGuide],
  dayOrderOf: [words => dayOrderOf([words]), ofGuide],
  csvLines: [words => csvLines(words, 100), ofGuide],
}

/** The repeated signs, between a beginning and an end. */
const dear = (count: number): string[] =>
  [
    ...[
      'a',
      ' ',
      '\t',
      '\u200c',
      '\u00a0',
      '.',
      '-',
      '"',
      "'",
      '\\',
      '@',
      '<',
      '>',
      '[',
      '(',
      ')',
      '*',
      '_',
      '#',
      '1',
      '+',
    ],
    ...[
      'a@',
      '<a',
      'a ',
      '1 ',
      '""',
      'a""',
      '"a",',
      '**a ',
      '[a](',
      '](http://',
      '![](',
      '<a@b>',
      '&lt;',
      '1.',
      ';=',
      '\r',
      'İ',
      '0',
    ],
  ].flatMap(part => {
    const run = part.repeat(Math.ceil(count / part.length)).slice(0, count)
    return [
      run,
      `a${run}a`,
      `1${run}1`,
      `<a@b> ${run}`,
      `<a@b> ${run} <a@b>`,
      `"${run}`,
      `${run}\n"`,
      `<${run}`,
      `a,b\n"${run}`,
    ]
  })

test.each(Object.entries(readers))(
  '%s reads the dearest words in time',
  (_, [read, count]) => {
    const slow: string[] = []
    for (const words of dear(count)) {
      const begun = processorTime()
      read(words)
      const took = processorTime() - begun
      if (took > 200) slow.push(`${Math.round(took)} ms for ${JSON.stringify(words.slice(0, 12))}`)
    }
    expect(slow).toEqual([])
  },
  120_000,
)
