import { useTranslation } from 'react-i18next'
import type { Definition } from '#shared/forms/definition.ts'
import { useChangeDefinition, useShown } from '../EditingContext.tsx'
import { patched } from '../structure/patched.ts'
import { Fold } from './Fold.tsx'
import { Toggle } from './Toggle.tsx'
import { WordsField } from './text/WordsField.tsx'
import { useFieldError } from './useFieldError.ts'

type Settings = NonNullable<Definition['settings']>

/** What stands at the end of the form, before it is sent and after. */
export function EndProperties() {
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
