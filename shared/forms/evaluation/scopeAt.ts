/** Scope of an expression at one instance of a form. */
import { textIn } from '../../lib/localizedText.ts'
import type { AnswerValue } from '../answers/answers.ts'
import type { Choice } from '../elementFields.ts'
import { listOf, offsetOf, type Scope, scalarOf, type Value } from '../expressions/values.ts'
import { pickedChoices } from '../judge.ts'
import { rowsNamed } from '../tables/lookups.ts'
import { valueFrom } from './answerValues.ts'
import type { Part } from './compile.ts'
import { isWithin } from './dependencies.ts'
import type { FormState } from './FormState.ts'
import { type Instance, keyOf } from './Instances.ts'

/** `choice` is the one that a filter tests. */
export function scopeAt(state: FormState, instance: Instance, choice?: Choice): Scope {
  const { form, context, budget } = state
  const { part, rows } = instance
  const worth = (asked: Part, value: AnswerValue | undefined): Value =>
    typeof value === 'number' ? value : valueFrom(asked.question, value, offsetOf(context.now))

  const wordsOf = ({ label }: Choice) => textIn(label, context.language, form.definition.default_language).text

  const read = (name: string): Value => {
    const asked = form.byId.get(name)
    if (!asked) return ''
    const around = state.around ?? part
    if (isWithin(asked, around)) return worth(asked, state.valueWithin(asked, rows, around))
    const shared = sharedRows(part, asked)
    if (shared === asked.repeats.length) return worth(asked, state.value(keyOf(asked, rows)))
    const all = state.instances.of(asked, rows.slice(0, shared))
    budget.spend(all.length)
    const seen = all.filter(({ isVisible }) => isVisible)
    // From outside, a repeat has all its rows, and a question is asked in each of them.
    return listOf(seen.flatMap(one => values(worth(one.part, one.value))))
  }

  return {
    read,
    readLast: name => {
      const asked = form.byId.get(name)
      return asked ? worth(asked, context.last?.[keyOf(asked, rows)]?.value) : ''
    },
    readRow(name, places) {
      const asked = form.byId.get(name)
      if (!asked) return ''
      let within: string[] = []
      for (const repeat of asked.repeats) {
        const place = places.find(one => one.repeat === repeat.id)
        const row = place ? state.rows(keyOf(repeat, within))[place.number - 1] : rows[within.length]
        if (row === undefined) return ''
        within = [...within, row]
      }
      return worth(asked, state.value(keyOf(asked, within)))
    },
    self: () => {
      // A calculation that reads itself means its stored value.
      const value = part.isChance ? state.answer(instance.key)?.value : instance.value
      return worth(part, value)
    },
    attribute(name) {
      if (!choice) return ''
      const own = choice.attributes && Object.hasOwn(choice.attributes, name) ? choice.attributes[name] : undefined
      if (own !== undefined) return own
      if (name === 'label') return wordsOf(choice)
      return name === 'name' ? choice.id : ''
    },
    position(levels) {
      const at = part.repeats.length - levels
      const repeat = part.repeats[at]
      const row = rows[at]
      const places = repeat ? state.rows(keyOf(repeat, rows)) : []
      budget.spend(1 + places.length / 8)
      return repeat && row !== undefined ? places.indexOf(row) + 1 : 1
    },
    choiceNames(ids, name) {
      const question = form.byId.get(name)?.question
      if (!question || !('choices' in question)) return ids
      budget.spend(question.choices.length + ids.length)
      return pickedChoices(question.choices, ids.split(/\s+/)).map(wordsOf).join(', ')
    },
    table: name => rowsNamed(form.definition, name, context.language),
    random: context.random ?? Math.random,
    now: context.now,
    begun: typeof context.known?.started_at === 'string' ? context.known.started_at : undefined,
    device: context.device ?? '',
    language: context.language,
    budget,
  }
}

const values = (value: Value) => (typeof value === 'object' && value.kind === 'list' ? value.values : [scalarOf(value)])

/** Number of repeats around both `asked` and `part`. */
function sharedRows(part: Part, asked: Part): number {
  const differs = asked.repeats.findIndex((repeat, index) => repeat !== part.repeats[index])
  return differs < 0 ? asked.repeats.length : differs
}
