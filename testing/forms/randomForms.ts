/**
 * Random forms and answers for tests: whatever they are, a form brought up to date answer by answer is the one worked
 * out at once.
 */
import type { Answer, AnswerValue } from '#shared/forms/answers/answers.ts'
import type { Definition, Element } from '#shared/forms/definition.ts'
import type { FormContext } from '#shared/forms/evaluation/context.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { evaluationOf } from '#shared/forms/logic.ts'
import { chanceFrom } from '../expressions/fuzz.ts'
import { calculated, formOf, group, number, repeat, section, yesNo } from './scenarios/language.ts'

const context: FormContext = { now: '2026-11-21T09:30:00.000+01:00', language: 'en', random: () => 0.5 }
const rowNames = ['a', 'b', 'c', 'd']

/**
 * Throws at the first of `count` random forms that comes to something else answer by answer; the message has the form.
 */
export function compareRandomForms(seed: number, count: number): void {
  const chance = chanceFrom(seed)
  for (let round = 0; round < count; round++) compareOne(new RandomForm(chance).whole(), chance)
}

function compareOne(definition: Definition, chance: () => number): void {
  const state = new FormState(definition, {}, context)
  const given = new Map<string, Answer>()
  const steps: unknown[] = []
  for (let step = 0; step < 25; step++) {
    const [key, value] = randomAnswer(state, chance)
    const answer = value === undefined ? undefined : { value }
    steps.push([key, value])
    if (answer) given.set(key, answer)
    else given.delete(key)
    state.setAnswer(key, answer)
    const fresh = new FormState(definition, Object.fromEntries(given), context)
    const [here, there] = [state, fresh].map(one =>
      JSON.stringify([evaluationOf(one), one.settled(), [...one.visible()].map(({ key: shown }) => shown)]),
    )
    if (here !== there)
      throw new Error(`Not the same: ${JSON.stringify({ definition, steps }, null, 1)}\n${here}\n${there}`)
  }
}

/** An answer to something that is in the form, visible or not. */
function randomAnswer(state: FormState, chance: () => number): [string, AnswerValue | undefined] {
  const places = [...state.visible()].filter(({ part }) => (part.question && !part.calculate) || part.repeat)
  const place = places[Math.floor(chance() * places.length)]
  if (!place || chance() < 0.1) return [place?.key ?? 'q0', undefined]
  if (place.part.repeat) {
    const rows = rowNames.filter(() => chance() < 0.6).map(name => [...place.rows.slice(-1), name].join('.'))
    return [place.key, chance() < 0.3 ? rows.reverse() : rows]
  }
  if (place.part.question?.type === 'yes_no') return [place.key, chance() < 0.5 ? 'yes' : 'no']
  return [place.key, Math.floor(chance() * 6)]
}

class RandomForm {
  private readonly chance: () => number
  private names: string[] = []
  private repeats: string[] = []
  private last = 0

  constructor(chance: () => number) {
    this.chance = chance
  }

  whole(): Definition {
    const sections = Array.from({ length: 1 + this.below(3) }, (_, index) => {
      const shown = this.sometimes(0.3, () => this.condition())
      return { ...section(`s${index}`, ...this.elements(2)), ...(shown && { visible_if: shown }) }
    })
    return formOf(sections, {
      triggers: [{ id: 't0', when: { on: 'answers', holds: this.condition() }, set_status: 'stop' }],
    })
  }

  private elements(depth: number, isInRepeat = false): Element[] {
    return Array.from({ length: 1 + this.below(4) }, () => this.element(depth, isInRepeat))
  }

  private element(depth: number, isInRepeat: boolean): Element {
    const kind = this.below(depth > 0 ? 8 : 6)
    const shown = this.sometimes(0.4, () => this.condition())
    if (kind === 6) return group(this.id('g'), shown, ...this.elements(depth - 1, isInRepeat))
    if (kind === 7) {
      const count = this.sometimes(0.2, () => this.number())
      const id = this.id('r')
      const inside = this.elements(depth - 1, true)
      this.repeats.push(id)
      const rows = count ? { rows: { from: 'count' as const, count: `${count} mod 4` } } : {}
      return { ...repeat(id, { ...rows, min_rows: 1 }, ...inside), ...(shown && { visible_if: shown }) }
    }
    const question = this.question(kind)
    this.names.push(question.id)
    const ends = isInRepeat ? undefined : this.sometimes(0.1, () => this.condition())
    return { ...question, ...(shown && { visible_if: shown }), ...(ends && { ends_form_if: ends }) } as Element
  }

  private question(kind: number) {
    if (kind < 2) return calculated(this.id('c'), this.number())
    if (kind === 2) return yesNo(this.id('q'), { good: 'yes', points: 2, required_if: this.condition() })
    const triggers = [
      { id: this.id('t'), when: this.condition(), require_note: true, set_status: 'attention' as const },
    ]
    return number(this.id('q'), {
      ranges: [{ up_to: 3, points: 3 }, { fails: true }],
      constraints: [{ holds: this.condition() }],
      ...(this.chance() < 0.4 && { triggers }),
    })
  }

  private condition(): string {
    const options = [
      () => `${this.number()} > ${this.below(6)}`,
      () => `${this.name()} = 'yes'`,
      () => `${this.name()} != ''`,
      () => `not(${this.number()} = ${this.number()})`,
      () => `position(..) <= ${1 + this.below(3)} or ${this.name()} = ''`,
    ]
    return this.pick(options)()
  }

  private number(): string {
    const { chance } = this
    const options = [
      () => `coalesce(${this.name()}, ${this.below(4)})`,
      () => `sum(${this.name()})`,
      () => `count(${this.name()})`,
      () => `count-non-empty(${this.name()}) + ${this.name()}`,
      () => `max(${this.name()}, ${this.name()}, 1)`,
      () => `string-length(join('-', ${this.name()}))`,
      () => `position(..) + ${this.below(3)}`,
      () => `coalesce(indexed-repeat(${this.name()}, \${${this.pick(this.repeats, 'none')}}, position(..) - 1), 1)`,
      () => `count(\${${this.pick(this.repeats, 'none')}})`,
    ]
    return chance() < 0.1 ? String(this.below(9)) : this.pick(options)()
  }

  private name = () => `\${${this.pick(this.names, 'none')}}`
  private id = (letter: string) => `${letter}${this.last++}`
  private below = (limit: number) => Math.floor(this.chance() * limit)
  private pick = <Item>(items: readonly Item[], otherwise?: Item): Item => {
    const item = items[this.below(items.length)] ?? otherwise
    if (item === undefined) throw new Error('There is nothing to pick from.')
    return item
  }
  private sometimes = <Value>(share: number, value: () => Value) => (this.chance() < share ? value() : undefined)
}
