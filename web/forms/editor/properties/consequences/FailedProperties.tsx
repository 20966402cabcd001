import { useTranslation } from 'react-i18next'
import type { WhenFailed } from '#shared/forms/consequences.ts'
import { canFail, maxPoints } from '#shared/forms/judge.ts'
import { useChangeElement } from '../../EditingContext.tsx'
import { patched } from '../../structure/patched.ts'
import { FigureField } from '../FigureField.tsx'
import styles from '../Properties.module.css'
import type { JudgedQuestion } from '../QuestionProperties.tsx'
import { Toggle } from '../Toggle.tsx'
import { useFieldError } from '../useFieldError.ts'
import { EffectsFields } from './EffectsFields.tsx'

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
          <EffectsFields effects={when_failed} field="when_failed" errorAt={errorAt} onChange={put} />
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
