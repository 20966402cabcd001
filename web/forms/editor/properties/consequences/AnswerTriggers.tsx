import { useTranslation } from 'react-i18next'
import type { AnswerTrigger, WhenFailed } from '#shared/forms/consequences.ts'
import type { Question } from '#shared/forms/questions.ts'
import { canFail, maxPoints } from '#shared/forms/scoreAnswer.ts'
import { useChangeElement, useFieldError } from '../../EditingContext.tsx'
import { AnswerRules } from '../../logic/AnswerRules.tsx'
import { patched } from '../../structure/content.ts'
import { newId } from '../../structure/newElements.ts'
import { Fold } from '../Fold.tsx'
import { FigureField, Toggle } from '../fields.tsx'
import styles from '../Properties.module.css'
import { EffectsFields } from './EffectsFields.tsx'

/** Questions of which an answer can fail. */
export type JudgedQuestion = Extract<Question, { critical?: boolean | undefined }>

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

/** What a failed answer means for the form, asks of the person, and sets in motion. */
export function FailedProperties({ question }: { question: JudgedQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  const errorAt = useFieldError(question.id)
  const { critical, when_failed = {} } = question
  const isUsed = critical !== undefined || question.when_failed !== undefined
  const whole = errorAt('')

  const put = (changes: Partial<WhenFailed>, field?: string) =>
    change(before => {
      const next = patched(before.when_failed ?? {}, changes)
      return patched(before, { when_failed: Object.keys(next).length > 0 ? next : undefined })
    }, field)

  return (
    <fieldset className={styles.group}>
      <legend>{t('formProperties.ifFailed')}</legend>
      {whole && <p className={styles.problem}>{whole}</p>}
      {canFail(question) || isUsed ? (
        <>
          <Toggle
            label={t('forms.critical')}
            help={t('formProperties.criticalHelp')}
            checked={critical === true}
            onChange={isCritical =>
              // Left empty, a critical check would pass without anybody having looked.
              change(before =>
                patched(before, isCritical ? { critical: true, required: true } : { critical: undefined }),
              )
            }
          />
          <Toggle
            label={t('formProperties.requireNote')}
            checked={when_failed.require_note === true}
            onChange={isAsked => put({ require_note: isAsked || undefined })}
          />
          <Toggle
            label={t('formProperties.requirePhoto')}
            checked={when_failed.require_photo === true}
            onChange={isAsked => put({ require_photo: isAsked || undefined })}
          />
          <EffectsFields
            effects={when_failed}
            field="when_failed"
            isCritical={critical === true}
            errorAt={errorAt}
            onChange={put}
          />
        </>
      ) : (
        <p className={styles.help}>{t('formProperties.cannotFailYet')}</p>
      )}
      {(maxPoints(question) > 0 || question.weight !== undefined) && (
        <FigureField
          label={t('formEditor.weight')}
          help={t('formProperties.weightHelp')}
          field="weight"
          value={question.weight}
          min={0}
          max={1_000}
          error={errorAt('weight')}
          onChange={weight => change(before => patched(before, { weight }), 'weight')}
        />
      )}
    </fieldset>
  )
}
