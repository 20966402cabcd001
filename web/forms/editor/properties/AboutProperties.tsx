import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { About } from '#shared/forms/definition.ts'
import { subjectTypes } from '#shared/subjects/registry.ts'
import { useChangeDefinition, useShown } from '../EditingContext.tsx'
import { patched } from '../structure/patched.ts'
import styles from './Properties.module.css'
import { Toggle } from './Toggle.tsx'

/** What the form is about: rows of which registers, and whether it is completed without one. */
export function AboutProperties() {
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
