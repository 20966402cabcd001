/**
 * One answer in a form of 200 questions, of which one in ten is worked out and one in two shown by another: brought up to date by what it
 * touches, against working the whole form out again.
 */
import type { Definition } from '#shared/forms/definition.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { calculated, formOf, number, section } from '#shared/forms/scenarios/language.ts'
import type { Row } from './row.ts'
import { median } from './statistics.ts'

const rounds = 500

const definition: Definition = formOf(
  Array.from({ length: 10 }, (_, part) =>
    section(
      `section_${part}`,
      ...Array.from({ length: 20 }, (_, index) => {
        const [id, before] = [`q${part * 20 + index}`, `\${q${part * 20 + index - 1}}`]
        if (index % 10 === 9) return calculated(id, `${before} * 2`)
        const asked = { ...number(id, { required: true }), constraints: [{ holds: '. < 900' }] }
        return index % 2 === 1 ? { ...asked, visible_if: `${before} > 5` } : asked
      }),
    ),
  ),
)
const answers = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`q${index}`, { value: 10 }]))

export async function measure(): Promise<Row[]> {
  const state = new FormState(definition, answers)
  const one = timed(round => {
    for (const key of state.give(`q${(round % 20) * 10}`, { value: round % 12 })) state.problemsAt(key)
  })
  const whole = timed(() => {
    const again = new FormState(definition, answers)
    for (const { key } of again.visible()) again.problemsAt(key)
  })
  return [
    {
      what: 'one answer of 200 questions, worked out',
      measured: one,
      baseline: { what: 'the whole form', value: whole },
      unit: 'ms',
      budget: { on: 'measured', atMost: 5 },
    },
  ]
}

/** The median of many rounds, in ms. */
function timed(work: (round: number) => void): number {
  const times = Array.from({ length: rounds }, (_, round) => {
    const started = performance.now()
    work(round)
    return performance.now() - started
  })
  return median(times)
}
