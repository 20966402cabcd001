/** Each template comes to the score that was worked out by hand for a middling set of answers. */
import { describe, expect, test } from 'vitest'
import { evaluate } from '#shared/forms/logic.ts'
import { type Middling, middling } from '#testing/forms/middlingAnswers.ts'
import { bestAnswersBut } from '#testing/forms/templateAnswers.ts'
import { listTemplates } from './templates.ts'

test('each template has a set that was worked out by hand', () => {
  expect(Object.keys(middling).sort()).toEqual(listTemplates().map(({ key }) => key))
})

describe.each(listTemplates())('$key', template => {
  test('scores a middling set as by hand', () => {
    const { but, tasks, shares = {}, ...score } = middling[template.key] as Middling
    const found = evaluate(template.definition, bestAnswersBut(template, but))
    expect(found.score).toMatchObject(score)
    expect(found.tasks.map(({ question_id }) => question_id)).toEqual(tasks)
    const measures = (found.score.measures ?? []).filter(({ percent }) => percent !== 0)
    expect(Object.fromEntries(measures.map(({ id, percent }) => [id, percent]))).toEqual(shares)
  })
})
