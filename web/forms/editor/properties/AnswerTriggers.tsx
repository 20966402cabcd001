import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AnswerTrigger } from '#shared/forms/consequences.ts'
import type { Question } from '#shared/forms/questions.ts'
import { useFormat } from '../../../lib/format.ts'
import { useChangeElement } from '../EditingContext.tsx'
import { ConditionField } from '../logic/ConditionField.tsx'
import { writeConditions } from '../logic/conditions.ts'
import { useFirstCondition } from '../logic/useFirstCondition.ts'
import { newId } from '../newElements.ts'
import { patched } from '../patched.ts'
import { EffectsFields } from './EffectsFields.tsx'
import styles from './Properties.module.css'
import { Toggle } from './Toggle.tsx'
import { useFieldError } from './useFieldError.ts'

/** What particular answers ask of the person and set in motion, whether they fail or not. */
export function AnswerTriggers({ question }: { question: Question }) {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeElement<Question>(question)
  const errorAt = useFieldError(question.id)
  const first = useFirstCondition(question.id, 'own_answer')
  const { triggers = [] } = question
  const put = (next: AnswerTrigger[], field?: string) =>
    change(before => patched(before, { triggers: next.length > 0 ? next : undefined }), field)
  const when = writeConditions({ all: true, conditions: [first] }) ?? ''

  return (
    <fieldset className={styles.group} data-field="triggers">
      <legend>{t('forms.triggers')}</legend>
      {triggers.map((trigger, index) => {
        const field = `triggers.${index}`
        const patch = (changes: Partial<AnswerTrigger>, typed?: string) =>
          put(triggers.with(index, patched(trigger, changes)), typed)
        return (
          <fieldset key={trigger.id} className={styles.item}>
            <ConditionField
              label={t('forms.triggerNumber', { number: format.number(index + 1) })}
              field={`${field}.when`}
              element={question.id}
              use="own_answer"
              value={trigger.when}
              error={errorAt(`${field}.when`)}
              onChange={next =>
                next === undefined ? put(triggers.toSpliced(index, 1)) : patch({ when: next }, `${field}.when`)
              }
            />
            <Toggle
              label={t('forms.requireNote')}
              checked={trigger.require_note === true}
              onChange={isAsked => patch({ require_note: isAsked || undefined })}
            />
            <Toggle
              label={t('forms.requirePhoto')}
              checked={trigger.require_photo === true}
              onChange={isAsked => patch({ require_photo: isAsked || undefined })}
            />
            <EffectsFields effects={trigger} field={field} errorAt={errorAt} onChange={patch} />
          </fieldset>
        )
      })}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={18} />}
          disabled={triggers.length >= 20}
          onClick={() => put([...triggers, { id: newId(), when }])}
        >
          {t('forms.addTrigger')}
        </Button>
      </div>
    </fieldset>
  )
}
