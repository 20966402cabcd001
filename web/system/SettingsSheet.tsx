import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingGroup } from '#shared/lib/settingNames.ts'
import type { Setting } from '#shared/system/health.ts'
import { api } from '../api.ts'
import { RequestError } from '../lib/requestError.ts'
import { Select } from '../ui/floatingParts.tsx'
import { Notice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/QueryBoundary.tsx'
import { More } from '../ui/row/MoreFields.tsx'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './Health.module.css'
import {
  changesOf,
  choices,
  type FieldName,
  fieldsOf,
  secretFields,
  settingOf,
  shownValue,
  type Typed,
} from './settingFields.ts'

type Props = { group: SettingGroup; title: string; onClosed: () => void }

/** The settings of one area. Typed values are kept nowhere in the browser, because some are secrets. */
export function SettingsSheet({ group, title, onClosed }: Props) {
  const [typed, setTyped] = useState<Typed>({})
  const query = useQuery(api.health.get.query({}))
  return (
    <SideSheet title={title} onClosed={onClosed} hasUnsaved={Object.keys(typed).length > 0}>
      {(close, leave) => (
        <QueryBoundary query={query}>
          {({ settings }) => <Form {...{ group, settings, typed, setTyped, close, leave }} />}
        </QueryBoundary>
      )}
    </SideSheet>
  )
}

type FormProps = {
  group: SettingGroup
  settings: Setting[]
  typed: Typed
  setTyped: (typed: Typed) => void
  close: () => void
  leave: () => void
}

function Form({ group, settings, typed, setTyped, close, leave }: FormProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const saving = useMutation({
    mutationFn: () => api.health.changeSettings({ changes: changesOf(typed, settings) }),
    onSuccess() {
      void queries.invalidateQueries({ queryKey: api.health.key })
      void tellDone(t('system.settings.saved'))
      leave()
    },
  })
  const errors = saving.error instanceof RequestError ? saving.error.errors : {}
  const { shown, folded } = fieldsOf(group)
  const isAtField = Object.keys(errors).some(name => [...shown, ...folded].some(field => settingOf(field) === name))
  const foldedErrors = folded.some(field => settingOf(field) in errors)
  const fields = (names: FieldName[]) =>
    names.map(name => (
      <Field
        key={name}
        name={name}
        setting={settings.find(one => one.name === settingOf(name))}
        typed={typed[name]}
        error={name === 'SMTP_USER' || name === 'SMTP_PASSWORD' ? undefined : errors[settingOf(name)]?.join(' ')}
        onType={value => setTyped({ ...typed, [name]: value })}
      />
    ))
  return (
    <form
      className={styles.settings}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (Object.keys(typed).length === 0) leave()
        else saving.mutate()
      }}
    >
      {saving.error && !isAtField && (
        <Notice kind="stop">
          <ProblemText error={saving.error} />
        </Notice>
      )}
      {fields(shown)}
      {folded.length > 0 && (
        <More
          isOpenAtFirst={settings.some(({ name, from }) => folded.some(field => field === name) && from === 'page')}
          failed={foldedErrors ? saving.failureCount + saving.submittedAt : undefined}
        >
          {fields(folded)}
        </More>
      )}
      <SheetFooter>
        <Button variant="default" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {t('common.save')}
        </Button>
      </SheetFooter>
    </form>
  )
}

type FieldProps = {
  name: FieldName
  setting: Setting | undefined
  typed: string | undefined
  error: string | undefined
  onType: (value: string) => void
}

/** A field that is not set shows its default as a hint, so that saving does not set it. */
function Field({ name, setting, typed, error, onType }: FieldProps) {
  const { t } = useTranslation()
  if (!setting) return null
  const isFixed = setting.from === 'environment'
  const value = shownValue(name, setting)
  const isSecret = secretFields.includes(name)
  const common = {
    label: t(`system.settings.fields.${name}`),
    description: <Hints name={name} setting={setting} isRemoved={isSecret && typed === ''} />,
    disabled: isFixed,
    error,
  }
  const options = choices[name]
  if (options)
    return (
      <Select
        {...common}
        data={options.map(option => ({ value: option, label: wordOf(t, name, option) }))}
        value={typed ?? value}
        onChange={option => option && onType(option)}
        allowDeselect={false}
      />
    )
  if (isSecret)
    return (
      <div className={styles.secret}>
        <PasswordInput
          {...common}
          maxLength={500}
          autoComplete="new-password"
          value={typed ?? ''}
          onChange={event => onType(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('auth.login.showPassword') }}
        />
        {setting.is_set && !isFixed && name !== 'SMTP_PASSWORD' && typed === undefined && (
          <Button variant="default" onClick={() => onType('')}>
            {t('system.settings.remove')}
          </Button>
        )}
      </div>
    )
  const isDefault = setting.from === 'default'
  return (
    <TextInput
      {...common}
      dir="ltr"
      maxLength={900}
      autoCapitalize="none"
      spellCheck={false}
      placeholder={isDefault ? value : ''}
      value={typed ?? (isDefault ? '' : value)}
      onChange={event => onType(event.currentTarget.value)}
    />
  )
}

const wordOf = (t: TFunction, name: FieldName, option: string): string => {
  if (name === 'BACKUP_HOUR' && option !== 'off') return `${option.padStart(2, '0')}:00`
  if (name === 'REGISTRATION') return t(`system.settings.registration.${option as 'open' | 'invitation' | 'off'}`)
  return t(`system.settings.words.${option as 'on' | 'off' | 'auto'}`)
}

/** The settings that say more than their name. */
const hinted = [
  'SMTP_SERVER',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'TLS',
  'FILES_STORAGE',
  'BACKUP_DIR',
  'BACKUP_PASSPHRASE',
] as const

function Hints({ name, setting, isRemoved }: { name: FieldName; setting: Setting; isRemoved: boolean }) {
  const { t } = useTranslation()
  const hint = hinted.find(one => one === name)
  const said = [
    setting.from === 'environment'
      ? t('system.settings.fixed', { name: setting.name })
      : hint && t(`system.settings.hints.${hint}`),
    setting.is_unused && t('system.settings.unused'),
    setting.needs_restart && t('system.settings.waits'),
    isRemoved
      ? t('system.settings.removed')
      : secretFields.includes(name) && setting.is_set && t('system.settings.secret'),
  ]
  return said.filter(Boolean).join(' ')
}
