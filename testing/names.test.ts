/** Holds the code to the terms of docs/glossary/code.md. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = globSync('{server,shared,web,e2e,testing,scripts,bench}/**/*.{ts,tsx}', {
  exclude: ['web/dist/**', '**/node_modules/**', 'testing/names.test.ts'],
}).map(path => ({ path, text: readFileSync(path, 'utf8') }))

test('a bound is named max or min', () => {
  expect(sources.length).toBeGreaterThan(2000)
  const old = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:most|least)[A-Z]\w*/g)].map(([name]) => `${path}: ${name}`),
  )
  expect(old).toEqual([])
})

/** Names of before, which the glossary replaces. A name that is gone does not come back. */
const goneNames = [
  ...['Fact', 'tellEach', 'tellOf', 'Emission', 'Teller', 'raiseWall', 'unwalled', 'whileHolding', 'strangersFiles'],
  ...['isCompanys', 'makeDue', 'continueAfter', 'moveClocks', 'peopleMeantBy', 'meantBy', 'begunOf', 'missOf'],
  ...['faultsIn', 'wellIn', 'lookedAt', 'lookAgain', 'lookNoMore', 'settleAfter', 'settleEffect', 'asAsked'],
  ...['lastSaidBy', 'pointsAtMostAtOne', 'pointsAtOne', 'pointingAt', 'LaterReferences', 'bareMark', 'plainWord'],
  ...['takenMail', 'buryMessage', 'strikeOut', 'repoint', 'writeBlindly', 'writeWhole', 'keptCondition', 'heed'],
  ...['askOne', 'answeredBy', 'wasBegun', 'cameOfSomething', 'isAboutNothing', 'drawnIds', 'farAway', 'asWritten'],
  ...['doAtOnce', 'createAtOnce', 'doneWith', 'settleBoth', 'findByMark', 'NounRoutes', 'Noun', 'toTell'],
  ...['quietBeforeClosed', 'announce', 'judgeChoices', 'Judgement', 'judgedBySection', 'comingFrom', 'makeOf'],
  ...['tellOfChanges', 'tellReaders', 'tellPeople', 'tellOfFindings', 'tellOfReading', 'tellOfNew', 'keptMark'],
  ...['keptText', 'QuietErrors', 'standingOfSubmissions', 'standingOfReports', 'standingsOf', 'bareMarksIndex'],
  ...['bare_marks?', 'kept_mark', 'kept_text', 'sought_mark', 'answer_mark', 'maxMarks', 'isMark', 'uniqueMarks'],
  ...['keepFor', 'listMeeting', 'askAfterEffect', 'paperOf', 'casePaper', 'formPaper', 'guidePaper', 'reportPaper'],
  ...['answerInWords', 'reportWords', 'papersModule', 'noticesModule', 'presentPaper', 'presentNotice'],
]

/** Comments of a file; the addresses in texts are no comments. */
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm

test('names of before do not come back to the server and to what is shared', () => {
  const gone = new RegExp(String.raw`(?<![\w'\`.-])(?:${goneNames.join('|')})\b(?!['\`])`, 'g')
  const old = sources
    .filter(({ path }) => /^(?:server|shared)\//.test(path) && path !== 'shared/imports.test.ts')
    .flatMap(({ path, text }) => [...text.replace(comments, '').matchAll(gone)].map(([name]) => `${path}: ${name}`))
  expect(old).toEqual([])
})

/** Words that betray a translated sentence, with the number left in comments, which may only fall. */
const betraying =
  /\bwhoever\b|\bwhatever\b|\bmeanwhile\b|\banew\b|\bof theirs\b|\bwhat (?:became|becomes) of\b|\bso many\b|\*\s+What is\b/gi
const maxBetraying = { shared: 0, server: 0, web: 378 }

test('comments are plain sentences, and fewer of them use words of a translation', () => {
  for (const [side, max] of Object.entries(maxBetraying)) {
    const found = sources
      .filter(({ path }) => path.startsWith(`${side}/`))
      .flatMap(({ path, text }) =>
        [...text.matchAll(comments)].flatMap(([comment]) =>
          [...comment.matchAll(betraying)].map(([word]) => `${path}: ${word}`),
        ),
      )
    expect(found.length, found.slice(0, 20).join('\n')).toBeLessThanOrEqual(max)
  }
})

/** Counts the sentences of a comment, without its code. */
function sentencesOf(comment: string): number {
  const text = comment
    .replace(/^\/\*\*?|\*\/$|^\s*\* ?/gm, '')
    .replace(/`[^`]*`/g, 'code')
    .replace(/(\w)\.(\w)/g, '$1$2')
    .trim()
  return (text.match(/[.!?](?=\s+[A-Z"'(]|\s*$)/g) ?? []).length + (/[.!?]$/.test(text) ? 0 : 1)
}

/** Files whose opening comment is longer than two sentences, which may only become fewer. */
const maxLongOpenings = { bench: 0, e2e: 0, scripts: 0, server: 0, shared: 0, testing: 0, web: 47 }

test('the opening comment of a file has at most two sentences', () => {
  for (const [side, max] of Object.entries(maxLongOpenings)) {
    const found = sources
      .filter(({ path }) => path.startsWith(`${side}/`))
      .filter(({ text }) => sentencesOf(text.match(/^(?:#!.*\n)?(\/\*\*[\s\S]*?\*\/)/)?.[1] ?? '') > 2)
      .map(({ path }) => path)
    expect(found.length, found.slice(0, 20).join('\n')).toBeLessThanOrEqual(max)
  }
})

/** Lines of comments above 120 characters, which may only become fewer. Biome holds the code. */
const maxLongLines = { bench: 0, e2e: 0, scripts: 0, server: 0, shared: 0, testing: 0, web: 800 }

test('a line of a comment has at most 120 characters', () => {
  for (const [side, max] of Object.entries(maxLongLines)) {
    const found = sources
      .filter(({ path }) => path.startsWith(`${side}/`))
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .flatMap((line, at) =>
            /^\s*(?:\/\*\*|\*|\/\/)\s.{115}/.test(line) && line.length > 120 ? [`${path}:${at + 1}`] : [],
          ),
      )
    expect(found.length, found.slice(0, 20).join('\n')).toBeLessThanOrEqual(max)
  }
})

/** All lines above 120 characters, which may only become fewer: texts, long expressions and addresses that stay whole. */
const maxLongCode = { server: 384, shared: 120 }

test('a line of the server and of what both sides share has at most 120 characters', () => {
  for (const [side, max] of Object.entries(maxLongCode)) {
    const found = sources
      .filter(({ path }) => path.startsWith(`${side}/`))
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, at) => (line.length > 120 ? [`${path}:${at + 1}`] : [])),
      )
    expect(found.length, found.slice(-20).join('\n')).toBeLessThanOrEqual(max)
  }
})
