/** How tend looks on this device, and its language. Every choice takes effect at once beside the open drawer, and is kept in a cookie. */
import { Drawer, Switch, useMantineColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, toLocale } from '#shared/lib/language.ts'
import { chooseLayout, usePreference, writePreference } from '../../lib/preferences.ts'
import { focusFirstField } from '../../ui/focusOnNavigate.ts'
import { chooseLanguage } from '../menus/DisplayChoices.tsx'
import styles from './SettingsDrawer.module.css'

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
      <div ref={focusFirstField} className={styles.inside}>
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

type LookSwitchProps = {
  label: string
  /** What one will see. */
  hint: string
  /** Why it cannot be chosen at the moment; said in place of the hint. */
  unavailable?: string | undefined
  isOn: boolean
  onTurn: (isOn: boolean) => void
}

/** Something about the looks that is on or off. */
const LookSwitch = ({ label, hint, unavailable, isOn, onTurn }: LookSwitchProps) => (
  <Switch
    label={label}
    description={unavailable ?? hint}
    disabled={unavailable !== undefined}
    checked={isOn}
    onChange={event => onTurn(event.currentTarget.checked)}
    size="md"
  />
)

type Choice<Value> = {
  value: Value
  label: string
  /** A word about what one will see. */
  hint?: string
  sketch?: ReactNode
  lang?: string
}

type ChoiceCardsProps<Value> = {
  legend: string
  /** What one should know about all of them. */
  note?: string | undefined
  value: Value
  choices: Choice<Value>[]
  onChoose: (value: Value) => void
}

/** One of a few, each with a picture of itself; the browser's own radio buttons underneath. */
function ChoiceCards<Value extends string>({ legend, note, value, choices, onChoose }: ChoiceCardsProps<Value>) {
  const id = useId()
  return (
    <fieldset className={styles.choices} aria-describedby={note && `${id}-note`}>
      <legend className={styles.legend}>{legend}</legend>
      {note && (
        <p id={`${id}-note`} className={styles.note}>
          {note}
        </p>
      )}
      <div className={styles.cards}>
        {choices.map(choice => (
          <label key={choice.value} className={styles.card} lang={choice.lang}>
            <input
              type="radio"
              className={styles.radio}
              name={id}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
            />
            {choice.sketch}
            <span className={styles.label}>
              {choice.label}
              <IconCheck size={16} className={styles.check} />
            </span>
            {choice.hint && <span className={styles.hint}>{choice.hint}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

// Small pictures of what a choice looks like: a page with its navigation, drawn in the colours of the theme that it shows.

type Subject = 'light' | 'dark' | 'auto' | 'default' | 'bordered' | 'vertical' | 'horizontal' | 'fluid' | 'boxed'

const Side = () => (
  <>
    <rect className={styles.surface} width="26" height="60" />
    <rect className={styles.mark} x="5" y="6" width="7" height="7" rx="2" />
    <path className={styles.word} d="M5 22h16M5 31h12M5 40h14" />
  </>
)
const Bars = () => (
  <>
    <rect className={styles.surface} width="96" height="20" />
    <rect className={styles.mark} x="5" y="4" width="7" height="7" rx="2" />
    <path className={styles.word} d="M18 7.5h18M5 16h12M21 16h12M37 16h12" />
  </>
)
const Card = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => (
  <rect className={styles.sketchCard} x={x} y={y} width={width} height={height} rx="3" />
)
const Page = () => (
  <>
    <Side />
    <Card x={33} y={8} width={56} height={20} />
    <Card x={33} y={34} width={56} height={20} />
  </>
)

const drawings: Record<Subject, ReactNode> = {
  light: <Page />,
  dark: <Page />,
  auto: <Page />,
  default: <Page />,
  bordered: <Page />,
  vertical: <Page />,
  horizontal: (
    <>
      <Bars />
      <Card x={6} y={27} width={39} height={26} />
      <Card x={51} y={27} width={39} height={26} />
    </>
  ),
  fluid: (
    <>
      <Card x={6} y={8} width={84} height={18} />
      <Card x={6} y={33} width={84} height={18} />
    </>
  ),
  boxed: (
    <>
      <Card x={26} y={8} width={44} height={18} />
      <Card x={26} y={33} width={44} height={18} />
    </>
  ),
}

const Sketch = ({ of }: { of: Subject }) => (
  <svg viewBox="0 0 96 60" className={styles.sketch} data-of={of} aria-hidden="true">
    <rect className={styles.ground} width="96" height="60" />
    {drawings[of]}
    {of === 'auto' && (
      <g className={styles.night}>
        <rect className={styles.ground} width="96" height="60" />
        <Page />
      </g>
    )}
  </svg>
)
