/** Which keypad a phone shows for a number. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Definition } from '#shared/forms/definition.ts'
import type { NumberQuestion } from '#shared/forms/questions.ts'
import { TrialDraft, trialOf } from '../forms/editor/preview/TrialDraft.ts'
import { show } from '../lib/componentTest.tsx'
import { NumberAnswer } from './AnswerInput.tsx'
import { DraftProvider } from './draft/DraftContext.tsx'

const figure = (id: string, bounds: Partial<NumberQuestion>) =>
  ({ id, type: 'number', label: { en: id }, ...bounds }) as NumberQuestion
const questions = [
  figure('anything', {}),
  figure('cold', { min: -30 }),
  figure('frost', { min: -0.5, decimals: 0 }),
  figure('weight', { min: 0 }),
  figure('heads', { min: 0, decimals: 0 }),
]
const definition: Definition = {
  ...{ schema: 1, default_language: 'en' },
  sections: [{ id: 'walk', title: { en: 'Walk' }, questions }],
}

test('a keypad without a minus is shown only where no number below zero can be answered', async () => {
  const draft = new TrialDraft(trialOf({ id: 7, company_id: 4, name: { en: 'Check' } }), definition)
  await show(
    <DraftProvider draft={draft}>
      {questions.map(question => (
        <div key={question.id}>
          <h2 id={`label-${question.id}`}>{question.id}</h2>
          <NumberAnswer question={question} labelId={`label-${question.id}`} />
        </div>
      ))}
    </DraftProvider>,
  )
  const keypad = (name: string) => page.getByRole('textbox', { name, exact: true }).element().getAttribute('inputmode')
  expect(questions.map(({ id }) => keypad(id))).toEqual(['text', 'text', 'text', 'decimal', 'numeric'])
})
