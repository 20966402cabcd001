import type { Answer, Answers } from '#shared/forms/answers.ts'
import { checkAnswers } from '#shared/forms/check.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { judge } from '#shared/forms/judge.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { Chance } from './chance.ts'

const notes = {
  en: [
    'Seen at the morning round, told Maya.',
    'Same as yesterday, keep an eye on it.',
    'Put right as far as I could.',
  ],
  hu: ['A reggeli körön láttam.', 'Ugyanaz, mint tegnap, figyelni kell.', 'Amit lehetett, helyrehoztam.'],
}

/**
 * Answers as a careful person gives them: mostly good ones, the worse the state of things (0 good … 1 bad), the more that fail.
 * They always pass the form's own checks.
 */
export function answer(definition: Definition, state: number, chance: Chance, language: 'en' | 'hu'): Answers {
  const answers: Answers = {}
  for (const question of questionsOf(definition)) {
    const given = answerOne(question, state, chance, language)
    if (given) answers[question.id] = given
  }
  const broken = checkAnswers(definition, answers)
  if (broken.length > 0) throw new Error(`The demo answers do not fit their form: ${JSON.stringify(broken)}`)
  return answers
}

function answerOne(question: Question, state: number, chance: Chance, language: 'en' | 'hu'): Answer | null {
  const candidates = candidatesFor(question, chance).map(value => {
    const judged = judge(question, { value })
    return { value, failed: judged.failed, lost: judged.max - judged.points }
  })
  if (candidates.length === 0)
    return question.type === 'text' && question.required ? { value: chance.pick(notes[language]) } : null
  // A critical answer that asks for a photo is left to people: the demo has no photo of it.
  const photoAsked = 'when_failed' in question && question.when_failed?.require_photo === true
  const critical = 'critical' in question && question.critical === true
  const bad = candidates.filter(({ failed, lost }) => (failed || lost > 0) && !(failed && photoAsked))
  const good = candidates.filter(({ failed, lost }) => !failed && lost === 0)
  const wanted = chance.happens(critical ? state * 0.04 : state * 0.55) ? bad : good
  const chosen = chance.pick(wanted.length > 0 ? wanted : good.length > 0 ? good : candidates)
  return { value: chosen.value, ...(chosen.failed && { note: chance.pick(notes[language]) }) }
}

function candidatesFor(question: Question, chance: Chance): NonNullable<Answer['value']>[] {
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
      return [new Date().toISOString().slice(0, 10)]
    default:
      return []
  }
}
