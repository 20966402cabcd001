import { type MantineColorScheme, NativeSelect, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { languages, toLocale } from '#shared/lib/language.ts'
import { chooseLanguage } from './chooseLanguage.ts'
import styles from './OverlaySettings.module.css'

const schemes = ['light', 'dark', 'auto'] as const

/** Language and theme under the navigation of phones, where the top bar has no room for them. */
export function OverlaySettings() {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className={styles.settings}>
      <NativeSelect
        label={t('common.language')}
        value={i18n.language}
        onChange={event => chooseLanguage(toLocale(event.currentTarget.value))}
        data={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
      />
      <NativeSelect
        label={t('shell.theme')}
        value={colorScheme}
        onChange={event => setColorScheme(event.currentTarget.value as MantineColorScheme)}
        data={schemes.map(scheme => ({ value: scheme, label: t(`shell.themes.${scheme}`) }))}
      />
    </div>
  )
}
