/**
 * A form as farms have them, of any size: parts of twenty questions, of which two are worked out from sums and four are
 * asked only after certain answers. The outside measurement of form programs (docs/bench.md) has the same.
 */
import type { Definition, Element, Section } from '#shared/forms/definition.ts'
import type { Question } from '#shared/forms/questions.ts'

/** How many questions of each kind a part has. */
type Kinds = { texts: number; counts: number; measures: number; several: number; choices: number }

const choices = ['Good', 'Fair', 'Poor'].map((name, index) => ({ id: 'abc'.charAt(index), label: { en: name } }))

/** 15 questions in one part. */
export const shortForm = formOf(1, { texts: 3, counts: 3, measures: 3, several: 1, choices: 3 })

const twenty: Kinds = { texts: 4, counts: 4, measures: 4, several: 2, choices: 4 }

/** 200 questions in ten parts, a page each. */
export const longForm = formOf(10, twenty)

/** The same 200 on one page, in ten groups. */
export const longPage: Definition = {
  ...longForm,
  sections: [
    {
      id: 'all',
      title: { en: 'All parts' },
      questions: longForm.sections.map(
        ({ id, title, questions }): Element => ({ type: 'group', id, label: title, questions }),
      ),
    },
  ],
}

/** The first question of each, which is a text. */
export const firstText = 't1_1'
/** The first number: sums hang on it, and a choice is asked when it is above ten. */
export const firstCount = 'i1_1'

function formOf(parts: number, kinds: Kinds): Definition {
  return {
    schema: 1,
    default_language: 'en',
    sections: Array.from({ length: parts }, (_, index) => partOf(index + 1, kinds)),
  }
}

function partOf(part: number, { texts, counts, measures, several, choices: singles }: Kinds): Section {
  const make = (count: number, question: (id: number) => Question) =>
    Array.from({ length: count }, (_, index) => question(index + 1))
  const label = (word: string, id: number) => ({ en: `${word} ${part}.${id}` })
  const sumOf = (letter: string, count: number) =>
    Array.from({ length: count }, (_, index) => `coalesce(\${${letter}${part}_${index + 1}}, 0)`).join(' + ')
  const before = part > 1 ? `\${c${part - 1}_1} + ` : ''
  return {
    id: `g${part}`,
    title: { en: `Part ${part}` },
    questions: [
      ...make(texts, id => ({ type: 'text', id: `t${part}_${id}`, label: label('Note', id) })),
      ...make(counts, id => ({
        ...{ type: 'number', id: `i${part}_${id}`, label: label('Count', id), decimals: 0 },
        constraints: [{ holds: '. >= 0 and . <= 1000', message: { en: 'From 0 to 1000' } }],
      })),
      ...make(measures, id => ({ type: 'number', id: `d${part}_${id}`, label: label('Measure', id) })),
      ...make(several, id => ({ type: 'multiple_choice', id: `m${part}_${id}`, label: label('Several', id), choices })),
      ...make(singles, id => ({
        ...{ type: 'single_choice', id: `s${part}_${id}`, label: label('Choice', id), choices },
        visible_if: shownWhen(part, id),
      })),
      workedOut(`c${part}_1`, before + sumOf('i', counts)),
      workedOut(`c${part}_2`, `round(${sumOf('d', measures)} + \${c${part}_1} * 0.5, 2)`),
    ],
  }
}

function workedOut(id: string, calculate: string): Question {
  return { type: 'calculated', id, label: { en: id }, calculate, hidden: true }
}

/** A choice is asked after a number, after another choice, after the first part's number, or after one of several. */
function shownWhen(part: number, id: number): string {
  if (id === 1) return `\${i${part}_1} > 10`
  if (id === 2) return `\${s${part}_1} = 'a'`
  return id === 3 ? `\${i1_1} > ${5 * part}` : `selected(\${m${part}_1}, 'b')`
}
