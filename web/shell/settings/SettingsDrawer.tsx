/** How tend looks on this device, and its language. Every choice takes effect at once beside the open drawer, and is kept in a cookie. */
import { Drawer, useMantineColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { languages, toLocale } from '#shared/lib/language.ts'
import { chooseLayout, usePreference, writePreference } from '../../lib/preferences.ts'
import { arriveAtField } from '../../ui/arrival.ts'
import { ChoiceCards } from './ChoiceCards.tsx'
import { chooseLanguage } from './chooseLanguage.ts'
import { LookSwitch } from './LookSwitch.tsx'
import styles from './SettingsDrawer.module.css'
import { Sketch } from './Sketch.tsx'

const schemes = ['light', 'dark', 'auto'] as const
const skins = ['default', 'bordered'] as const
const layouts = ['vertical', 'horizontal'] as const
const widths = ['fluid', 'boxed'] as const

export function SettingsDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const layout = usePreference('layout')
  const isRoomy = useMediaQuery('(min-width: 1280px)')
  const onlyVertical = layout === 'horizontal' ? t('shell.settings.onlyVertical') : undefined
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t('shell.settings.title')}
      position="right"
      size={400}
      overlayProps={{ backgroundOpacity: 0 }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ header: styles.header, title: styles.title, body: styles.body }}
    >
      <div ref={arriveAtField} className={styles.inside}>
        <ChoiceCards
          legend={t('shell.theme')}
          value={colorScheme}
          onChoose={setColorScheme}
          choices={schemes.map(value => ({
            value,
            label: t(`shell.themes.${value}`),
            hint: t(`shell.settings.themeHints.${value}`),
            sketch: <Sketch of={value} />,
          }))}
        />
        <ChoiceCards
          legend={t('shell.settings.skin')}
          value={usePreference('skin')}
          onChoose={value => writePreference('skin', value)}
          choices={skins.map(value => ({
            value,
            label: t(`shell.settings.skins.${value}`),
            hint: t(`shell.settings.skinHints.${value}`),
            sketch: <Sketch of={value} />,
          }))}
        />
        <ChoiceCards
          legend={t('shell.settings.layout')}
          note={isRoomy ? undefined : t('shell.settings.needsRoom')}
          value={layout}
          onChoose={chooseLayout}
          choices={layouts.map(value => ({
            value,
            label: t(`shell.settings.layouts.${value}`),
            hint: t(`shell.settings.layoutHints.${value}`),
            sketch: <Sketch of={value} />,
          }))}
        />
        <div className={styles.switches}>
          <LookSwitch
            label={t('shell.settings.collapsed')}
            hint={t('shell.settings.collapsedHint')}
            unavailable={onlyVertical}
            isOn={usePreference('nav-collapsed') === 'true'}
            onTurn={isOn => writePreference('nav-collapsed', `${isOn}`)}
          />
          <LookSwitch
            label={t('shell.settings.semiDark')}
            hint={t('shell.settings.semiDarkHint')}
            isOn={usePreference('semi-dark') === 'true'}
            onTurn={isOn => writePreference('semi-dark', `${isOn}`)}
          />
          <LookSwitch
            label={t('shell.settings.blur')}
            hint={t('shell.settings.blurHint')}
            isOn={usePreference('navbar-blur') === 'true'}
            onTurn={isOn => writePreference('navbar-blur', `${isOn}`)}
          />
          <LookSwitch
            label={t('shell.settings.hidden')}
            hint={t('shell.settings.hiddenHint')}
            unavailable={onlyVertical}
            isOn={usePreference('navbar') === 'hidden'}
            onTurn={isOn => writePreference('navbar', isOn ? 'hidden' : 'sticky')}
          />
        </div>
        <ChoiceCards
          legend={t('shell.settings.width')}
          value={usePreference('content-width')}
          onChoose={value => writePreference('content-width', value)}
          choices={widths.map(value => ({
            value,
            label: t(`shell.settings.widths.${value}`),
            hint: t(`shell.settings.widthHints.${value}`),
            sketch: <Sketch of={value} />,
          }))}
        />
        <ChoiceCards
          legend={t('common.language')}
          value={toLocale(i18n.language)}
          onChoose={chooseLanguage}
          choices={languages.map(({ locale, name }) => ({ value: locale, label: name, lang: locale }))}
        />
      </div>
    </Drawer>
  )
}
