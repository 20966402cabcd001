import { useTranslation } from 'react-i18next'
import type { Section } from '#shared/forms/definition.ts'
import { useChangeSection, useFieldError } from '../EditingContext.tsx'
import { ConditionField } from '../logic/ConditionField.tsx'
import { patched } from '../structure/content.ts'
import { Fold } from './Fold.tsx'
import { FigureField, Toggle, WordsField } from './fields.tsx'
import styles from './Properties.module.css'

export function SectionProperties({ section }: { section: Section }) {
  const { t } = useTranslation()
  const change = useChangeSection(section)
  const errorAt = useFieldError(section.id)
  return (
    <>
      <WordsField
        label={t('formProperties.sectionTitle')}
        field="title"
        text={section.title}
        error={errorAt('title')}
        onChange={(title = {}) => change(before => ({ ...before, title }), 'title')}
      />
      <WordsField
        label={t('formProperties.hint')}
        field="hint"
        text={section.hint}
        error={errorAt('hint')}
        help={t('formProperties.hintHelp')}
        isLong
        onChange={hint => change(before => patched(before, { hint }), 'hint')}
      />
      <Toggle
        label={t('formEditor.samePage')}
        help={t('formProperties.samePageHelp')}
        checked={section.same_page === true}
        onChange={same_page => change(before => patched(before, { same_page: same_page || undefined }))}
      />
      <ConditionField
        label={t('formLogic.visibleIf')}
        field="visible_if"
        element={section.id}
        value={section.visible_if}
        onChange={visible_if => change(before => patched(before, { visible_if }), 'visible_if')}
      />
      <Fold
        part="sectionScoring"
        title={t('formProperties.scoring')}
        isUsed={section.weight !== undefined || section.pass_percent !== undefined}
      >
        <div className={styles.row}>
          <FigureField
            label={t('formEditor.weight')}
            field="weight"
            value={section.weight}
            min={0}
            max={1_000}
            error={errorAt('weight')}
            onChange={weight => change(before => patched(before, { weight }), 'weight')}
          />
          <FigureField
            label={t('formProperties.passMark')}
            field="pass_percent"
            value={section.pass_percent}
            min={0}
            max={100}
            suffix="%"
            error={errorAt('pass_percent')}
            onChange={pass_percent => change(before => patched(before, { pass_percent }), 'pass_percent')}
          />
        </div>
        <p className={styles.help}>{t('formProperties.sectionScoringHelp')}</p>
      </Fold>
    </>
  )
}
