import { Checkbox, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { About, Definition } from '#shared/forms/definition.ts'
import { type FormCategory, formCategories } from '#shared/forms/rules.ts'
import { languages, toLocale } from '#shared/lib/language.ts'
import { subjectTypes } from '#shared/subjects/registry.ts'
import { useChange, useChangeDefinition, useFieldError, useShown } from '../EditingContext.tsx'
import { isNamed, patched } from '../structure/content.ts'
import { ChoiceSetList } from './choices/ChoiceSetProperties.tsx'
import { FormTriggers } from './consequences/FormTriggers.tsx'
import { Fold } from './Fold.tsx'
import { Toggle, WordsField } from './fields.tsx'
import { ChannelProperties, FilledByProperties, ReviewedByProperties } from './PeopleProperties.tsx'
import styles from './Properties.module.css'
import { ScoringProperties } from './ScoringProperties.tsx'
import { TableList } from './tables/TableList.tsx'

/** The properties of the form: its name, purpose, language, score, and the texts at its end. */
export function FormProperties() {
  const { t } = useTranslation()
  const change = useChange()
  const changeDefinition = useChangeDefinition()
  const errorAt = useFieldError('form')
  const { content } = useShown().state
  const { name, description, category, definition } = content
  return (
    <>
      {errorAt('sections') && <p className={styles.problem}>{errorAt('sections')}</p>}
      <WordsField
        label={t('forms.name')}
        field="name"
        text={name}
        error={isNamed(content) ? undefined : t('problem.field.text_missing')}
        onChange={(text = {}) => change(before => ({ ...before, name: text }), 'name')}
      />
      <WordsField
        label={t('formProperties.description')}
        field="description"
        text={description}
        isLong
        onChange={(text = {}) => change(before => ({ ...before, description: text }), 'description')}
      />
      <Fold part="form" title={t('formProperties.more')} isUsed={false}>
        <NativeSelect
          label={t('forms.category')}
          value={category}
          data={formCategories.map(value => ({ value, label: t(`forms.categories.${value}`) }))}
          onChange={event => {
            const value = event.currentTarget.value as FormCategory
            change(before => ({ ...before, category: value }))
          }}
        />
        <NativeSelect
          label={t('formProperties.ownLanguage')}
          description={t('formProperties.ownLanguageHelp')}
          value={definition.default_language}
          data={languages.map(({ locale, name: label }) => ({ value: locale, label }))}
          onChange={event => {
            const language = toLocale(event.currentTarget.value)
            changeDefinition(before => ({ ...before, default_language: language }))
          }}
        />
        <AboutProperties />
        <FilledByProperties />
        <ReviewedByProperties />
        <ChannelProperties />
        <ScoringProperties />
        <FormTriggers />
        <ChoiceSetList />
        <TableList />
        <EndProperties />
      </Fold>
    </>
  )
}

/** What the form is about: rows of which registers, and whether it is completed without one. */
function AboutProperties() {
  const { t } = useTranslation()
  const changeDefinition = useChangeDefinition()
  const { about } = useShown().state.content.definition.settings ?? {}
  const change = (next: About | undefined) =>
    changeDefinition(before => {
      const settings = patched(before.settings ?? {}, { about: next })
      return patched(before, { settings: Object.keys(settings).length > 0 ? settings : undefined })
    })
  return (
    <fieldset className={styles.group}>
      <legend>{t('formProperties.about')}</legend>
      <Checkbox.Group
        aria-label={t('formProperties.about')}
        description={t('formProperties.aboutHelp')}
        value={about?.types ?? []}
        onChange={chosen => {
          const types = subjectTypes.filter(type => chosen.includes(type))
          change(types.length > 0 ? { ...about, types } : undefined)
        }}
      >
        {subjectTypes.map(type => (
          <Checkbox key={type} value={type} label={t(`forms.types.${type}`)} mt="xs" />
        ))}
      </Checkbox.Group>
      {about && (
        <Toggle
          label={t('formProperties.aboutRequired')}
          checked={about.required === true}
          onChange={isRequired => change(patched(about, { required: isRequired || undefined }))}
        />
      )}
    </fieldset>
  )
}

type Settings = NonNullable<Definition['settings']>

/** The texts at the end of the form, before it is sent and after. */
function EndProperties() {
  const { t } = useTranslation()
  const changeDefinition = useChangeDefinition()
  const errorAt = useFieldError('form')
  const { footer, settings = {} } = useShown().state.content.definition

  const changeSettings = (change: { [Name in keyof Settings]: Settings[Name] | undefined }, field?: string) =>
    changeDefinition(before => {
      const changed = patched(before.settings ?? {}, change)
      return patched(before, { settings: Object.keys(changed).length > 0 ? changed : undefined })
    }, field)

  return (
    <Fold
      part="end"
      title={t('formProperties.end')}
      isUsed={footer !== undefined || settings.thanks !== undefined || settings.score_preview !== undefined}
    >
      <WordsField
        label={t('formProperties.footer')}
        field="footer"
        text={footer}
        error={errorAt('footer')}
        isLong
        onChange={text => changeDefinition(before => patched(before, { footer: text }), 'form footer')}
      />
      <WordsField
        label={t('formProperties.thanks')}
        help={t('formProperties.thanksHelp')}
        field="settings.thanks"
        text={settings.thanks}
        error={errorAt('settings.thanks')}
        isLong
        onChange={thanks => changeSettings({ thanks }, 'form thanks')}
      />
      <Toggle
        label={t('formProperties.scorePreview')}
        checked={settings.score_preview === true}
        onChange={isShown => changeSettings({ score_preview: isShown || undefined })}
      />
    </Fold>
  )
}
