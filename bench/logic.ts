/**
 * One answer in a form of 200 questions, of which one in ten is worked out and one in two shown by another: brought up
 * to date by what it touches, against working the whole form out again. Then the worst that there is: an answer that
 * decides 200 others one after the other, or all at once, and rows that are added up or look at each other.
 */
import type { Answers, AnswerValue } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { calculated, form, formOf, number, repeat, section } from '#testing/forms/scenarios/language.ts'
import type { Row } from './row.ts'
import { median } from './statistics.ts'

const rounds = 300
const count = 200
const times = <T>(length: number, each: (index: number) => T): T[] => Array.from({ length }, (_, index) => each(index))

type Case = {
  what: string
  definition: Definition
  answers: Answers
  answer(round: number): [key: string, value: AnswerValue]
}

const usual: Case = {
  what: 'one answer of 200 questions, worked out',
  definition: formOf(
    times(10, part =>
      section(
        `section_${part}`,
        ...times(20, index => {
          const [id, before] = [`q${part * 20 + index}`, `\${q${part * 20 + index - 1}}`]
          if (index % 10 === 9) return calculated(id, `${before} * 2`)
          const asked = { ...number(id, { required: true }), constraints: [{ holds: '. < 900' }] }
          return index % 2 === 1 ? { ...asked, visible_if: `${before} > 5` } : asked
        }),
      ),
    ),
  ),
  answers: Object.fromEntries(times(count, index => [`q${index}`, { value: 10 }])),
  answer: round => [`q${(round % 20) * 10}`, round % 12],
}

const chain: Case = {
  what: 'one answer that 200 calculations follow from, one after the other',
  definition: form(
    number('q'),
    ...times(count, index => calculated(`c${index}`, `\${${index === 0 ? 'q' : `c${index - 1}`}} + 1`)),
  ),
  answers: {},
  answer: round => ['q', round],
}

const decisive: Case = {
  what: 'one answer that shows and checks 200 questions',
  definition: form(
    number('q'),
    ...times(count, index => ({
      ...number(`n${index}`, { required: true }),
      visible_if: `\${q} > ${index % 5}`,
      constraints: [{ holds: '. > ${q}' }],
    })),
  ),
  answers: Object.fromEntries(times(count, index => [`n${index}`, { value: 9 }])),
  answer: round => ['q', round % 7],
}

const cows = times(50, index => `r${index}`)
const asked = times(10, index => number(`m${index}`))
const inRows = Object.fromEntries(cows.flatMap(row => asked.map(({ id }) => [`${id}@${row}`, { value: 5 }])))
const sums = [...asked.map(({ id }) => calculated(`sum_${id}`, `sum(\${${id}})`)), calculated('total', 'sum(${m0})')]
const before = asked.map(({ id }) =>
  calculated(`before_${id}`, `indexed-repeat(\${${id}}, \${cows}, position(..) - 1)`),
)

const summed: Case = {
  what: 'one answer of 50 rows of 11, with sums and its share in each row',
  definition: form(repeat('cows', {}, ...asked, calculated('share', '${m0} div ${total}')), ...sums),
  answers: { cows: { value: cows }, ...inRows },
  answer: round => ['m0@r7', round],
}

const neighbours: Case = {
  what: 'a 50th row, of which each looks at the one before it in ten ways',
  definition: form(repeat('cows', {}, ...asked, ...before), ...sums),
  answers: { cows: { value: cows }, ...inRows },
  answer: round => ['cows', round % 2 === 0 ? cows.slice(0, -1) : cows],
}

export async function measure(): Promise<Row[]> {
  return [usual, chain, decisive, summed, neighbours].map(measured)
}

function measured({ what, definition, answers, answer }: Case): Row {
  const state = new FormState(definition, answers)
  const one = timed(round => {
    const [key, value] = answer(round)
    for (const other of state.setAnswer(key, { value })) state.problemsAt(other)
  })
  const whole = timed(() => {
    const again = new FormState(definition, answers)
    for (const { key } of again.visible()) again.problemsAt(key)
  })
  const baseline = { what: 'the whole form', value: whole }
  return { what, measured: one, baseline, unit: 'ms', budget: { on: 'measured', atMost: 5 } }
}

/** The median of many rounds, in ms. */
function timed(work: (round: number) => void): number {
  return median(
    times(rounds, round => {
      const started = performance.now()
      work(round)
      return performance.now() - started
    }),
  )
}
