import { useTranslation } from 'react-i18next'
import type { Section } from '#shared/forms/definition.ts'
import { useChangeSection } from '../EditingContext.tsx'
import { ConditionField } from '../logic/ConditionField.tsx'
import { patched } from '../patched.ts'
import { FigureField } from './FigureField.tsx'
import styles from './Properties.module.css'
import { Toggle } from './Toggle.tsx'
import { useFieldError } from './useFieldError.ts'
import { WordsField } from './WordsField.tsx'

export function SectionProperties({ section }: { section: Section }) {
  const { t } = useTranslation()
  const change = useChangeSection(section)
  const errorAt = useFieldError(section.id)
  return (
    <>
      <WordsField
        label={t('forms.sectionTitle')}
        field="title"
        text={section.title}
        error={errorAt('title')}
        onChange={(title = {}) => change(before => ({ ...before, title }), 'title')}
      />
      <WordsField
        label={t('forms.hint')}
        field="hint"
        text={section.hint}
        error={errorAt('hint')}
        help={t('forms.hintHelp')}
        isLong
        onChange={hint => change(before => patched(before, { hint }), 'hint')}
      />
      <Toggle
        label={t('forms.samePage')}
        help={t('forms.samePageHelp')}
        checked={section.same_page === true}
        onChange={same_page => change(before => patched(before, { same_page: same_page || undefined }))}
      />
      <ConditionField
        label={t('forms.visibleIf')}
        field="visible_if"
        element={section.id}
        value={section.visible_if}
        onChange={visible_if => change(before => patched(before, { visible_if }), 'visible_if')}
      />
      <fieldset className={styles.group}>
        <legend>{t('forms.scoring')}</legend>
        <div className={styles.row}>
          <FigureField
            label={t('forms.weight')}
            field="weight"
            value={section.weight}
            min={0}
            max={1_000}
            error={errorAt('weight')}
            onChange={weight => change(before => patched(before, { weight }), 'weight')}
          />
          <FigureField
            label={t('forms.passMark')}
            field="pass_percent"
            value={section.pass_percent}
            min={0}
            max={100}
            suffix="%"
            error={errorAt('pass_percent')}
            onChange={pass_percent => change(before => patched(before, { pass_percent }), 'pass_percent')}
          />
        </div>
        <p className={styles.help}>{t('forms.sectionScoringHelp')}</p>
      </fieldset>
    </>
  )
}
