/** For tests: fills in a template with its best answers, its worst, or some between them. */
import type { Template } from '#server/forms/templates.ts'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Answers, AnswerValue } from '#shared/forms/answers/answers.ts'
import { withChoices } from '#shared/forms/choiceSets.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { isQuestion, placedElements } from '#shared/forms/elements.ts'
import { evaluate } from '#shared/forms/logic.ts'
import type { Question } from '#shared/forms/questions.ts'
import { gradeOf } from '#shared/forms/scoring/measures.ts'

/** Answers that a calculation judges, so that none of them is good or bad alone. */
type Inputs = Record<string, string | number>
const inputs: Record<string, { best: Inputs; worst: Inputs }> = {
  'broiler-house-visit': {
    best: {
      ...{ birds_present: 20_000, weight: 1.5, usable_area: 1_200, lost_today: 10 },
      ...{ outside_warmest: 32, inside_warmest: 34, outside_coldest: 5 },
    },
    worst: {
      ...{ birds_present: 20_000, weight: 2.5, usable_area: 500, lost_today: 1_000 },
      ...{ outside_warmest: 35, inside_warmest: 45, outside_coldest: 0 },
    },
  },
  'growing-pig-visit': {
    best: { pigs_present: 20, weight: 80, pen_area: 20 },
    worst: { pigs_present: 20, weight: 80, pen_area: 5 },
  },
  'incident-near-miss': {
    best: { likely: '1', could_be: '1' },
    worst: { likely: '5', could_be: '5' },
  },
  'laying-hen-visit': {
    best: { hens_present: 9_000, usable_area: 1_000 },
    worst: { hens_present: 9_000, usable_area: 500 },
  },
  'movement-entry': { best: { direction: 'in' }, worst: { direction: 'in' } },
}

/** An answer to every question that a person answers; in a repeat, to two rows. */
export function answersOf({ definition }: Template, pick: (question: Question) => unknown): Answers {
  const answers = placedElements(withChoices(definition)).flatMap(({ element, repeats }): [string, unknown][] => {
    const rows = repeats.length > 0 ? ['r1', 'r2'] : [undefined]
    if (element.type === 'repeat') return [[element.id, { value: ['r1', 'r2'] }]]
    if (!isQuestion(element) || element.type === 'calculated') return []
    return rows.map(row => [answerKey(element.id, row), { value: pick(element), note: 'n', photos: [onePhoto] }])
  })
  return Object.fromEntries(answers) as Answers
}

export const bestAnswers = (template: Template): Answers =>
  answersOf(template, question => inputs[template.key]?.best[question.id] ?? ranked(question).at(-1))

export const worstAnswers = (template: Template): Answers =>
  answersOf(template, question => inputs[template.key]?.worst[question.id] ?? ranked(question)[0])

/** The best answers with others in their place, by question or `question@row`. */
export const bestAnswersBut = (template: Template, others: Record<string, AnswerValue>): Answers => ({
  ...bestAnswers(template),
  ...Object.fromEntries(Object.entries(others).map(([key, value]) => [key, { value, note: 'n', photos: [onePhoto] }])),
})

const onePhoto = { uuid: '7d3f1c1e-5a0b-4c6e-9d57-2f6a0f3f9a11' }

/** Possible answers, failing ones first, then by points; where all are alike, only the one that asks for most. */
function ranked(question: Question): unknown[] {
  const worth = (value: unknown) => {
    const { score, tasks } = evaluate(alone(question), { [question.id]: { value } } as Answers)
    const grade = gradeOf(question, value as AnswerValue) ?? 0
    const judged = score.points - tasks.length - (question.type.endsWith('choice') ? grade : 0)
    return score.failed.length > 0 ? judged - 1_000 : judged
  }
  const sorted = possibleAnswers(question).sort((one, other) => worth(one) - worth(other))
  return worth(sorted[0]) === worth(sorted.at(-1)) ? sorted.slice(-1) : sorted
}

function possibleAnswers(question: Question): unknown[] {
  switch (question.type) {
    case 'yes_no':
      return ['no', 'yes']
    case 'single_choice':
      return question.choices.filter(choice => !choice.not_applicable).map(({ id }) => id)
    case 'multiple_choice': {
      const applying = question.choices.filter(choice => !choice.not_applicable)
      const together = applying.filter(choice => !choice.exclusive)
      return [...applying.map(({ id }) => [id]), together.map(({ id }) => id)]
    }
    case 'number': {
      // The longest journey asks for the most papers.
      if (!question.ranges) return [question.max ?? 1_000]
      const bounds = question.ranges.flatMap(({ up_to, below }) => up_to ?? below ?? [])
      return [question.min ?? 0, ...bounds, question.max ?? 1_000]
    }
    case 'date':
      return ['2026-11-20']
    case 'time':
      return ['05:30']
    case 'date_time':
      return ['2026-11-20T05:30']
    case 'text':
      return ['Calm']
    case 'photo':
    case 'file':
    case 'signature':
      return [[onePhoto]]
    case 'animal':
    case 'animal_group':
    case 'location':
    case 'vehicle':
    case 'user':
      return [[{ id: 1, name: 'The first' }]]
    default:
      throw new Error(`The templates have no ${question.type} yet.`)
  }
}

/** Asked always, without conditions. */
const alone = ({ visible_if: _, ...question }: Question): Definition => ({
  schema: 1,
  default_language: 'en',
  sections: [{ id: 'only', title: { en: 'Only' }, questions: [question] }],
})
