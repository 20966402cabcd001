import { Radio, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { NoticePreferences } from '#shared/notifications/contract.ts'
import { api } from '../api.ts'
import { useUser } from '../lib/session/session.ts'
import styles from './NoticesPage.module.css'

type Props = { wishes: NoticePreferences; onChange: (changes: Partial<NoticePreferences>) => void }

/** What own quiet hours begin with, where the company has none. */
const usual = { quiet_from: '20:00', quiet_to: '06:00' }
const none = { quiet_from: null, quiet_to: null }

/** When only what is urgent comes: as in the company, at own hours, or never. */
export function QuietHours({ wishes, onChange }: Props) {
  const { t } = useTranslation()
  const company = useQuery(api.companies.get.query({ id: useUser()?.company_id ?? 0 })).data
  const { quiet_from, quiet_to } = company ?? none
  const ofCompany = quiet_from && quiet_to ? { quiet_from, quiet_to } : undefined
  const now = wishes.is_never_quiet ? 'never' : wishes.quiet_from && wishes.quiet_to ? 'own' : 'company'
  const choose = (choice: string) =>
    onChange({ is_never_quiet: choice === 'never', ...(choice === 'own' ? (ofCompany ?? usual) : none) })
  const clock = (name: 'quiet_from' | 'quiet_to', label: string) => (
    <TextInput
      key={`${name} ${wishes[name]}`}
      type="time"
      label={label}
      defaultValue={wishes[name] ?? ''}
      onBlur={event => {
        const { value } = event.currentTarget
        if (value && value !== wishes[name]) onChange({ [name]: value })
      }}
    />
  )
  return (
    <div>
      <Radio.Group
        label={t('notices.quiet')}
        description={t('notices.quietHelp')}
        value={now}
        onChange={choose}
        className={styles.quiet}
      >
        <Radio
          value="company"
          mt="xs"
          label={
            ofCompany
              ? t('notices.quietHours.company', { from: ofCompany.quiet_from, to: ofCompany.quiet_to })
              : t('notices.quietHours.companyNone')
          }
        />
        <Radio value="own" mt="xs" label={t('notices.quietHours.own')} />
        <Radio value="never" mt="xs" label={t('notices.quietHours.never')} />
      </Radio.Group>
      {now === 'own' && (
        <div className={styles.pair}>
          {clock('quiet_from', t('notices.quietFrom'))}
          {clock('quiet_to', t('notices.quietTo'))}
        </div>
      )}
    </div>
  )
}
