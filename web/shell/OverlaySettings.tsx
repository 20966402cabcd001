import { type MantineColorScheme, NativeSelect, SegmentedControl, useMantineColorScheme } from '@mantine/core'
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
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t('shell.theme')}
        value={colorScheme}
        onChange={value => setColorScheme(value as MantineColorScheme)}
        data={schemes.map(scheme => ({ value: scheme, label: t(`shell.themes.${scheme}`) }))}
      />
    </div>
  )
}
