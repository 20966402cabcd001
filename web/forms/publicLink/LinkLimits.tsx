import { Button, Group, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PublicLink } from '#shared/forms/public/publicLink.ts'
import { DateField } from '../../ui/dates/DateField.tsx'
import styles from './PublicLinkSheet.module.css'

type Props = {
  link: PublicLink | null
  settings: LinkSettings
  /** What the server has against the fields, by name. */
  errors: Record<string, string[]>
  onChange: (change: Partial<LinkSettings>) => void
}

/** Until when, how often, and whether visitors are asked for a PIN. */
export function LinkLimits({ link, settings, errors, onChange }: Props) {
  const { t } = useTranslation()
  const { lastDay, cap } = settings
  return (
    <div className={styles.limits}>
      <DateField
        label={t('publicLink.lastDay')}
        description={t('publicLink.lastDayText')}
        value={lastDay}
        error={errors.last_day?.join(' ')}
        onChange={day => onChange({ lastDay: day })}
      />
      <TextInput
        type="number"
        min={1}
        step={1}
        inputMode="numeric"
        label={t('publicLink.cap')}
        description={t('publicLink.capText')}
        value={cap}
        error={errors.cap?.join(' ')}
        onChange={event => onChange({ cap: event.currentTarget.value })}
      />
      <Pin hasPin={link?.has_pin ?? false} pin={settings.pin} error={errors.pin?.join(' ')} onChange={onChange} />
    </div>
  )
}

type PinProps = {
  hasPin: boolean
  pin: LinkSettings['pin']
  error: string | undefined
  onChange: (change: Pick<LinkSettings, 'pin'>) => void
}

/** The PIN is typed, and never shown again; while nobody touches it, it stays. */
function Pin({ hasPin, pin, error, onChange }: PinProps) {
  const { t } = useTranslation()
  const keep = (
    <Button variant="default" onClick={() => onChange({ pin: undefined })}>
      {hasPin ? t('publicLink.keepPin') : t('common.cancel')}
    </Button>
  )
  if (pin === undefined)
    return (
      <div className={styles.pin}>
        {hasPin && <p className={styles.text}>{t('publicLink.pinSet')}</p>}
        <Group gap="xs">
          <Button variant="default" onClick={() => onChange({ pin: '' })}>
            {hasPin ? t('publicLink.changePin') : t('publicLink.setPin')}
          </Button>
          {hasPin && (
            <Button variant="default" onClick={() => onChange({ pin: null })}>
              {t('publicLink.removePin')}
            </Button>
          )}
        </Group>
      </div>
    )
  if (pin === null)
    return (
      <div className={styles.pin}>
        <p className={styles.text} role="status">
          {t('publicLink.pinGoes')}
        </p>
        {keep}
      </div>
    )
  return (
    <div className={styles.pin}>
      <TextInput
        label={t('publicLink.pin')}
        description={t('publicLink.pinText')}
        value={pin}
        error={error}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        autoFocus
        dir="ltr"
        onChange={event => onChange({ pin: event.currentTarget.value })}
      />
      {keep}
    </div>
  )
}

/** What the sheet holds while it is open. `pin`: undefined leaves it as it is, null takes it away. */
export type LinkSettings = {
  name: string
  lastDay: string
  cap: string
  pin: string | null | undefined
  /** Chosen with a new link alone; empty is none. */
  labelQuestion: string
}

export const settingsOf = (link: PublicLink | null): LinkSettings => ({
  name: link?.name ?? '',
  lastDay: link?.last_day ?? '',
  cap: link?.cap ? String(link.cap) : '',
  pin: undefined,
  labelQuestion: link?.label_question ?? '',
})

/** Input of the call. The server sets the end of the last day by the company's time zone. */
export const changesOf = ({ name, lastDay, cap, pin }: LinkSettings) => ({
  name,
  last_day: lastDay || null,
  cap: cap ? Number(cap) : null,
  ...(pin !== undefined && { pin }),
})
