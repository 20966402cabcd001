import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Answers, AnswerValue } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { questionsOf as formQuestions, isQuestion, placedElements } from '#shared/forms/elements.ts'
import { evaluate } from '#shared/forms/logic.ts'
import type { Question } from '#shared/forms/questions.ts'
import { maxPoints } from '#shared/forms/scoreAnswer.ts'
import { gradeOf } from '#shared/forms/scoring/measures.ts'
import { textsOf } from '#shared/forms/texts.ts'
import { locales } from '#shared/lib/language.ts'
import { listTemplates, readTemplates, type Template } from './templates.ts'

const all = listTemplates()
const questionsOf = ({ definition }: Template) => formQuestions(definition)
/** An answer to every question; in a repeat, to two rows. */
const answersOf = ({ definition }: Template, pick: (question: Question) => unknown) => {
  const answers = placedElements(definition).flatMap(({ element, repeats }): [string, unknown][] => {
    const rows = repeats.length > 0 ? ['r1', 'r2'] : [undefined]
    if (element.type === 'repeat') return [[element.id, { value: ['r1', 'r2'] }]]
    if (!isQuestion(element)) return []
    return rows.map(row => [answerKey(element.id, row), { value: pick(element), note: 'n', photos: [] }])
  })
  return Object.fromEntries(answers) as Answers
}

test('the first four templates are there', () => {
  const keys = ['daily-pen-check', 'dairy-cow-visit', 'transport-pre-departure', 'workplace-safety-walk']
  expect(all.map(template => template.key)).toEqual(expect.arrayContaining(keys))
})

describe.each(all)('$key', template => {
  const { name, description, definition } = template
  const texts = [{ path: 'name', text: name }, { path: 'description', text: description }, ...textsOf(definition)]

  test.each([...locales])('is complete in %s', locale => {
    expect(texts.filter(({ text }) => !text[locale]?.trim()).map(({ path }) => path)).toEqual([])
  })

  test('has a text of its own in each language', () => {
    // Units such as % and °C, and words that two languages share, are short.
    const copied = texts.filter(({ text }) => new Set(Object.values(text)).size < locales.length)
    expect(copied.filter(({ text }) => (text.en ?? '').length > 20).map(({ path }) => path)).toEqual([])
  })

  test('writes Arabic in Arabic script, and the others not', () => {
    const arabic = /\p{Script=Arabic}/u
    const wrong = texts.filter(
      ({ path, text: { ar = '', ...others } }) =>
        (!arabic.test(ar) && !path.endsWith('.unit')) || arabic.test(Object.values(others).join()),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('says that it is no certified protocol, and borrows no protocol name', () => {
    expect(definition.footer?.en).toMatch(/not a certified/)
    expect(JSON.stringify(template)).not.toMatch(/welfare quality|AWIN/i)
  })

  test('every critical question names what to do when it fails', () => {
    const critical = questionsOf(template).filter(question => 'critical' in question && question.critical)
    expect(critical).not.toEqual([])
    expect(critical.filter(question => !('when_failed' in question && question.when_failed?.task))).toEqual([])
  })

  test('animals that are looked at one by one give shares and no points', () => {
    const rows = placedElements(definition).filter(({ repeats }) => repeats.length > 0)
    expect(rows.flatMap(({ element }) => (isQuestion(element) && maxPoints(element) > 0 ? [element.id] : []))).toEqual(
      [],
    )
    const best = evaluate(definition, answersOf(template, bestAnswer)).score.measures ?? []
    const worst = evaluate(definition, answersOf(template, worstAnswer)).score.measures ?? []
    expect(best.filter(({ percent, band }) => percent !== 0 || band !== 'good')).toEqual([])
    expect(worst.filter(({ percent, band }) => percent !== 100 || band !== 'act')).toEqual([])
  })

  test('what it comes to sets the state of its subjects', () => {
    expect(evaluate(definition, answersOf(template, bestAnswer)).subject_status).toBe('ok')
    expect(evaluate(definition, answersOf(template, worstAnswer)).subject_status).toBe('stop')
  })

  test('what asks for a law has a task, and every law is a critical check', () => {
    const sourced = questionsOf(template).filter(question => question.source)
    expect(sourced).not.toEqual([])
    expect(sourced.filter(question => !('critical' in question && question.critical)).map(({ id }) => id)).toEqual([])
  })

  test('the best answers give 100 percent and open no task', () => {
    const { score, tasks, problems } = evaluate(definition, answersOf(template, bestAnswer))
    expect(score).toMatchObject({ percent: 100, passed: true, band: 'good', failed: [] })
    expect(tasks).toEqual([])
    expect(problems).toEqual([])
  })

  test('the worst answers fail it, and open each of its tasks', () => {
    const { score, tasks } = evaluate(definition, answersOf(template, worstAnswer))
    expect(score).toMatchObject({ percent: 0, passed: false, band: 'act' })
    const withTask = questionsOf(template).filter(question => 'when_failed' in question && question.when_failed?.task)
    const triggers = (definition.triggers ?? []).filter(({ task }) => task)
    expect(tasks.map(task => task.question_id)).toEqual([...withTask, ...triggers].map(({ id }) => id))
  })
})

const bestAnswer = (question: Question) => ranked(question).at(-1)
const worstAnswer = (question: Question) => ranked(question)[0]

/** Possible answers, the ones that fail first, then by points. */
function ranked(question: Question): unknown[] {
  const worth = (value: unknown) => {
    const { score } = evaluate(alone(question), { [question.id]: { value } } as Answers)
    const grade = gradeOf(question, value as AnswerValue) ?? 0
    return score.failed.length > 0 ? -1 : score.points - (question.type.endsWith('choice') ? grade : 0)
  }
  return possibleAnswers(question).sort((a, b) => worth(a) - worth(b))
}

function possibleAnswers(question: Question): unknown[] {
  switch (question.type) {
    case 'yes_no':
      return ['yes', 'no']
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
    case 'text':
      return ['Calm']
    case 'photo':
      return [[{ uuid: '7d3f1c1e-5a0b-4c6e-9d57-2f6a0f3f9a11' }]]
    case 'vehicle':
      return [[{ id: 1, name: 'Stock lorry' }]]
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

describe('a template file with a mistake stops the start, with its name and the place', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'templates-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const reading = (file: string, content: string) => {
    writeFileSync(join(folder, file), content)
    return () => readTemplates(pathToFileURL(`${folder}/`))
  }
  const good = JSON.stringify(all[0])
  const key = all[0]?.key

  test('a copy of a good one is read', () => {
    expect(reading(`${key}.json`, good)()).toEqual([all[0]])
  })
  test('broken JSON', () => {
    expect(reading('barn.json', '{"key":')).toThrow(/barn\.json.*JSON/s)
  })
  test('an unknown property', () => {
    expect(reading(`${key}.json`, good.replace('"critical":true', '"critcal":true'))).toThrow(
      /sections\.\d+\.questions\.\d+: .*critcal/,
    )
  })
  test('a form that could not be published', () => {
    expect(reading(`${key}.json`, good.replaceAll('"required":true', '"required":false'))).toThrow(
      /definition\.sections\.\d+\.questions\.\d+\.required: critical_optional/,
    )
  })
  test('a name that is not its key', () => {
    expect(reading('barn.json', good)).toThrow(/barn\.json.*is not the name of the file/s)
  })
})
