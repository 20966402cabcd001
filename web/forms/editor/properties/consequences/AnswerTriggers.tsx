import { useTranslation } from 'react-i18next'
import type { AnswerTrigger } from '#shared/forms/consequences.ts'
import type { Question } from '#shared/forms/questions.ts'
import { useChangeElement } from '../../EditingContext.tsx'
import { AnswerRules } from '../../logic/AnswerRules.tsx'
import { newId } from '../../structure/newElements.ts'
import { patched } from '../../structure/patched.ts'
import { Fold } from '../Fold.tsx'
import { Toggle } from '../Toggle.tsx'
import { useFieldError } from '../useFieldError.ts'
import { EffectsFields } from './EffectsFields.tsx'

/** What particular answers ask of the person and set in motion, whether they fail or not. */
export function AnswerTriggers({ question }: { question: Question }) {
  const { t } = useTranslation()
  const change = useChangeElement<Question>(question)
  const errorAt = useFieldError(question.id)
  const { triggers = [] } = question
  const put = (next: AnswerTrigger[], field?: string) =>
    change(before => patched(before, { triggers: next.length > 0 ? next : undefined }), field)

  return (
    <Fold part="triggers" title={t('formProperties.triggers')} isUsed={triggers.length > 0} field="triggers">
      <AnswerRules
        question={question}
        rules={triggers}
        field="triggers"
        part="when"
        label={number => t('formProperties.triggerNumber', { number })}
        addText={t('formProperties.addTrigger')}
        conditionOf={({ when }) => when}
        keyOf={({ id }) => id}
        onPut={put}
        withCondition={(when, before) => ({ id: newId(), ...before, when })}
      >
        {(trigger, index) => {
          const patch = (changes: Partial<AnswerTrigger>, typed?: string) =>
            put(triggers.with(index, patched(trigger, changes)), typed)
          return (
            <>
              <Toggle
                label={t('formProperties.requireNote')}
                checked={trigger.require_note === true}
                onChange={isAsked => patch({ require_note: isAsked || undefined })}
              />
              <Toggle
                label={t('formProperties.requirePhoto')}
                checked={trigger.require_photo === true}
                onChange={isAsked => patch({ require_photo: isAsked || undefined })}
              />
              <EffectsFields effects={trigger} field={`triggers.${index}`} errorAt={errorAt} onChange={patch} />
            </>
          )
        }}
      </AnswerRules>
    </Fold>
  )
}
