import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Answer, Answers } from '#shared/forms/answers/answers.ts'
import { checkAnswers } from '#shared/forms/check.ts'
import type { Definition, Repeat } from '#shared/forms/definition.ts'
import { isQuestion, placedElements } from '#shared/forms/elements.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { Question } from '#shared/forms/questions.ts'
import { scoreAnswer } from '#shared/forms/scoreAnswer.ts'
import { gradeOf } from '#shared/forms/scoring/measures.ts'
import type { Locale } from '#shared/lib/language.ts'
import { type Chance, dayFrom } from './chance.ts'

const notes: Record<Locale, string[]> = {
  en: ['Seen at the morning round, told Maya.', 'Same as yesterday, keep an eye on it.', 'Fixed as far as I could.'],
  de: ['Beim Rundgang gesehen.', 'Wie gestern, behalte es im Auge.', 'So weit wie möglich behoben.'],
  fr: ['Vu au tour du matin.', 'Comme hier, à surveiller.', 'Réparé dans la mesure du possible.'],
  ar: ['لوحظ في الجولة الصباحية.', 'كما كان أمس، وهو تحت المراقبة.', 'أُصلح قدر الإمكان.'],
  hu: ['A reggeli körön láttam.', 'Ugyanaz, mint tegnap, figyelni kell.', 'Amit lehetett, helyrehoztam.'],
}

/**
 * Answers as a careful person gives them: mostly good ones, the worse the state of things (0 good … 1 bad), the more
 * that fail. They always pass the form's own checks. `fixed` answers are not left to chance, a date is that of `at`.
 */
export function answer(
  definition: Definition,
  state: number,
  chance: Chance,
  language: Locale,
  at: Date,
  fixed: Answers = {},
): Answers {
  const given: Answers = { ...fixed }
  for (const { element, repeats } of placedElements(definition)) {
    if (element.id in fixed) continue
    if (element.type === 'repeat') given[element.id] = { value: animalRows(chance) }
    if (!isQuestion(element)) continue
    for (const row of rowsIn(given, repeats)) {
      const isName = row !== undefined && element.type === 'text'
      const one = isName ? { value: earTag(chance) } : answerOne(element, state, chance, language, at)
      if (one) given[answerKey(element.id, row)] = one
    }
  }
  const answers = new FormState(definition, given).settled()
  const broken = checkAnswers(definition, answers)
  if (broken.length > 0) throw new Error(`The demo answers do not fit their form: ${JSON.stringify(broken)}`)
  return answers
}

/** Fewer than a sample asks for, as it is on a busy morning. */
const animalRows = (chance: Chance): string[] =>
  Array.from({ length: chance.between(12, 24) }, (_, index) => `cow-${index + 1}`)

const earTag = (chance: Chance): string => String(chance.between(1_000, 9_999))

/** The rows that a question is asked in; one without a name outside repeats. */
function rowsIn(given: Answers, repeats: Repeat[]): (string | undefined)[] {
  const [repeat] = repeats
  const value = repeat ? given[repeat.id]?.value : undefined
  if (!repeat) return [undefined]
  return Array.isArray(value) ? value.filter(row => typeof row === 'string') : []
}

function answerOne(question: Question, state: number, chance: Chance, language: Locale, at: Date): Answer | null {
  const candidates = candidatesFor(question, chance, at).map(value => {
    const judged = scoreAnswer(question, { value })
    const grade = 'choices' in question ? (gradeOf(question, value) ?? 0) : 0
    return { value, failed: judged.failed, lost: judged.max - judged.points + grade }
  })
  if (candidates.length === 0)
    return question.type === 'text' && question.required ? { value: chance.pick(notes[language]) } : null
  // A critical answer that asks for a photo is left to people: the demo has no photo of it.
  const photoAsked = 'when_failed' in question && question.when_failed?.require_photo === true
  const critical = 'critical' in question && question.critical === true
  const bad = candidates.filter(({ failed, lost }) => (failed || lost > 0) && !(failed && photoAsked))
  const good = candidates.filter(({ failed, lost }) => !failed && lost === 0)
  // Of a herd in a bad state, most animals are still well.
  const isGraded = 'choices' in question && question.choices.some(({ grade }) => grade !== undefined)
  const wanted = chance.happens(state * (critical ? 0.04 : isGraded ? 0.25 : 0.55)) ? bad : good
  const chosen = chance.pick(wanted.length > 0 ? wanted : good.length > 0 ? good : candidates)
  return { value: chosen.value, ...(chosen.failed && { note: chance.pick(notes[language]) }) }
}

function candidatesFor(question: Question, chance: Chance, at: Date): NonNullable<Answer['value']>[] {
  switch (question.type) {
    case 'yes_no':
      return question.good ? ['yes', 'no'] : [chance.pick(['yes', 'no'])]
    case 'single_choice':
      return question.choices.filter(choice => !choice.not_applicable).map(choice => choice.id)
    case 'multiple_choice':
      return question.choices.filter(choice => !choice.not_applicable).map(choice => [choice.id])
    case 'number': {
      const least = question.min ?? 0
      const most = Math.min(question.max ?? 100, least + 100)
      return Array.from({ length: 6 }, () => Math.round(least + chance.next() ** 2 * (most - least)))
    }
    case 'date':
      return [dayFrom(at, 0)]
    default:
      return []
  }
}
