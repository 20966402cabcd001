/**
 * Words that are wider than where they stand break there: in no document does a sign lie beyond its cell or the page.
 */
import { afterAll, expect, test } from 'vitest'
import { bookTemplate } from '../../books/commands.ts'
import { caseTemplate } from '../../cases/pdf.ts'
import { FORM_LABELS, formTemplate } from '../../forms/pdf.ts'
import { GUIDE_LABELS, guideTemplate } from '../../guides/pdf.ts'
import { reportTemplate } from '../../reports/documentParts.ts'
import { submissionTemplate } from '../../submissions/document/submissionDocument.ts'
import { SHEET_LABELS, sheetTemplate } from '../../tasks/sheet/sheet.ts'
import { answering, type ReadPdf, readPdf } from '../../test/sampleDocument.ts'
import { renderPdf, stopRenderers } from './render.ts'

afterAll(stopRenderers)

const named = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name): [string, string] => [name, name])) as Record<Name, string>
const english = { language: 'en', direction: 'ltr', company: 'Farm' } as const
/** Sides of the paper without its margins, in points: 18 mm, of A4. */
const [left, right, across] = [51, 544.3, 790.9]

/** Where pieces of text lie outside of what is printed, with the words. */
const outside = ({ pieces }: ReadPdf, end = right) =>
  pieces
    .filter(piece => piece.words.trim() && (piece.left < left - 1 || piece.right > end + 1))
    .map(({ words }) => words)

const words = [
  'W'.repeat(13),
  'm'.repeat(40),
  'Legmegszentségteleníthetetlenebbjeitekért'.repeat(4),
  `https://example.org/${'a1B'.repeat(90)}`,
]

test.each(words)('%s stays within a guide and its tables', async word => {
  const runs = [{ text: word, strong: true, emphasis: false, href: null }]
  const cells = [runs, runs, runs, runs]
  const guide = {
    ...{ ...english, labels: named(GUIDE_LABELS), title: word, category: word, about: [word] },
    blocks: [
      { part: 'heading' as const, level: 2, runs },
      { part: 'paragraph' as const, runs },
      { part: 'list' as const, items: [{ mark: '2026.', runs }] },
      { part: 'checklist' as const, items: [{ done: true, runs }] },
      { part: 'note' as const, blocks: [{ part: 'paragraph' as const, runs }] },
      { part: 'table' as const, head: cells, rows: [cells, cells] },
      { part: 'file' as const, name: word },
    ],
    versions: [{ number: '1', step: word, at: word, by: word }],
  }
  const read = await readPdf(await renderPdf(guideTemplate, guide))
  expect(outside(read)).toEqual([])
  // Each cell of the four has a quarter of the page.
  const share = (right - left) / 4
  for (const { left: begin, right: end, words: said } of read.pieces.filter(piece => piece.words.length > 3))
    if (read.text.indexOf(said) >= 0 && (begin - left) % share < 8 && begin > left + 8)
      expect.soft(end - begin).toBeLessThan(share)
})

test.each(words)('%s stays within a report of any columns', async word => {
  const tables = [1, 2, 3, 5, 8].map(count => ({
    ...{ title: word, line: word },
    table: { head: Array(count).fill(word), rows: [Array(count).fill(word), [word]] },
  }))
  const report = {
    ...{ ...english, labels: { page: 'Page', picture: 'Photo', picture_missing: '' }, title: word, sentence: word },
    ...{
      description: word,
      cover: { kind: word, facts: [{ label: word, value: word }] },
      notes: [word],
      about: [word, word],
    },
    numbers: [{ label: word, value: '5', before: word }],
    parts: [{ title: word, lines: [word], tables }],
  }
  expect(outside(await readPdf(await renderPdf(reportTemplate, report)))).toEqual([])
})

test.each(words)('%s stays within sheets, books, cases, empty forms and submissions', async word => {
  const sheet = {
    ...{ ...english, labels: named(SHEET_LABELS), title: word, day: 'Today', about: [word] },
    people: [{ name: word, rows: [true, false].map(is_late => ({ due: word, title: word, about: word, is_late })) }],
  }
  expect.soft(outside(await readPdf(await renderPdf(sheetTemplate, sheet)))).toEqual([])

  const columns = Array.from({ length: 10 }, () => word)
  const book = { ...english, page: 'Page', title: word, about: [word], columns, rows: [columns] }
  expect.soft(outside(await readPdf(await renderPdf(bookTemplate, book)), across)).toEqual([])

  const said = {
    ...{
      ...english,
      labels: { page: 'Page', reported: 'R', messages: 'M', not_answered: '–' },
      title: word,
      number: '1',
    },
    ...{ about: [word], lines: [{ heading: false, question: word, answer: word, note: word }] },
    messages: [{ who: word, text: word }],
  }
  expect.soft(outside(await readPdf(await renderPdf(caseTemplate, said)))).toEqual([])

  const question = {
    part: 'question' as const,
    number: '1',
    question: word,
    hint: word,
    isRequired: true,
    isConditional: false,
  }
  const form = {
    ...{ ...english, labels: named(FORM_LABELS), company: { name: word } },
    form: { name: word, description: word, version: '1', note: word },
    sections: [
      {
        ...{ title: word, hint: word, isConditional: false },
        parts: [
          { ...question, answer: { kind: 'choices' as const, choices: [word, word], square: true } },
          { ...question, answer: { kind: 'line' as const, lines: 1, unit: word } },
          { ...question, answer: { kind: 'scale' as const, from: word, to: word, marks: ['1', '2'] } },
          { part: 'words' as const, text: word },
          { part: 'table' as const, columns: [word, word, word], rows: 2 },
        ],
      },
    ],
  }
  expect.soft(outside(await readPdf(await renderPdf(formTemplate, form)))).toEqual([])

  const document = answering({ question: word, answer: word, hint: word, note: word, tone: 'stop' })
  expect
    .soft(outside(await readPdf(await renderPdf(submissionTemplate, { ...document, person: word, subjects: [word] }))))
    .toEqual([])
})
