/** A small published form with every type of question, and answers to it. */
import type { Answers } from '#shared/forms/answers/answers.ts'
import { type FormDetail, forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { Person } from './people.ts'

/** Only `calm`, `lame` and `bedding` are required and score; `lame` is critical and opens a task for a manager. */
export const penCheck: Definition = {
  schema: 1,
  default_language: 'en',
  scoring: { pass_percent: 50, bands: { good: 80, attention: 50 } },
  sections: [
    {
      id: 'animals',
      title: { en: 'The animals', hu: 'Az állatok', ar: 'الحيوانات' },
      questions: [
        {
          id: 'calm',
          type: 'yes_no',
          label: { en: 'Are they calm?', hu: 'Nyugodtak?', ar: 'هل هي هادئة؟' },
          required: true,
          good: 'yes',
          points: 4,
          not_applicable: true,
        },
        {
          id: 'lame',
          type: 'yes_no',
          label: { en: 'Is one lame?', hu: 'Sántít valamelyik?', ar: 'هل يعرج أحدها؟' },
          required: true,
          good: 'no',
          critical: true,
          when_failed: {
            require_note: true,
            task: {
              title: { en: 'Call the vet', hu: 'Állatorvost hívni' },
              priority: 'urgent',
              due_after: 'PT4H',
              assignee: 'manager',
              // Loosened, so that a task ends by one call; the defaults have a test of their own.
              ...{ proof: 'none', recheck: 'nobody' },
            },
          },
        },
        {
          id: 'signs',
          type: 'multiple_choice',
          label: { en: 'What do you see?' },
          choices: [
            { id: 'cough', label: { en: 'Cough', hu: 'Köhögés' } },
            { id: 'dull', label: { en: 'Dull' } },
          ],
        },
        { id: 'number', type: 'number', label: { en: 'How warm is it?' }, unit: { en: '°C' }, decimals: 1, max: 60 },
      ],
    },
    {
      id: 'barn',
      title: { en: 'The barn', hu: 'Az istálló' },
      questions: [
        {
          id: 'bedding',
          type: 'single_choice',
          label: { en: 'The bedding is', hu: 'Az alom' },
          required: true,
          choices: [
            { id: 'dry', label: { en: 'dry', hu: 'száraz' }, points: 4 },
            { id: 'wet', label: { en: 'wet', hu: 'nedves' }, points: 0, fails: true },
          ],
        },
        { id: 'cleaned', type: 'date', label: { en: 'Last cleaned', hu: 'Utolsó takarítás' } },
        { id: 'remark', type: 'text', label: { en: 'Anything else?' }, long: true },
        { id: 'picture', type: 'photo', label: { en: 'A photo of the pen', hu: 'Fénykép az istállóról' } },
      ],
    },
  ],
}

/** 100 percent, nothing failed. */
export const goodAnswers: Answers = {
  calm: { value: 'yes' },
  lame: { value: 'no' },
  bedding: { value: 'dry' },
}

/** The critical question fails; 50 percent. */
export const lameAnswers: Answers = {
  calm: { value: 'yes' },
  lame: { value: 'yes', note: 'Left hind leg' },
  bedding: { value: 'wet' },
}

/** A form that is open for filling in. */
export async function publishedForm(boss: Person, definition: Definition = penCheck): Promise<FormDetail> {
  const draft = await boss.call(forms.create, { name: { en: 'Pen check', hu: 'Istállóellenőrzés' }, definition })
  return boss.call(forms.publish, { id: draft.id })
}
