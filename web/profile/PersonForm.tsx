import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, localeOf } from '#shared/lib/language.ts'
import { errorText } from '../lib/errorText.ts'
import { chooseLocale } from '../lib/i18n.ts'
import { type SessionUser, updateUser } from '../lib/session/session.ts'
import { ChoiceField, TextField } from '../ui/fields/formFields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import { SavedIndicator } from '../ui/SavedIndicator.tsx'
import styles from './Profile.module.css'

type Values = { name: string; language: string; time_zone: string; week_start: string }

/** As the language has it, or one of the three days with which weeks begin somewhere. */
const weekStarts = { own: null, monday: 1, saturday: 6, sunday: 0 } as const
type WeekStart = keyof typeof weekStarts
const weekStartNames = Object.keys(weekStarts) as WeekStart[]

const valuesOf = (user: SessionUser): Values => ({
  name: user.name,
  language: String(user.language_id),
  time_zone: user.time_zone,
  week_start: weekStartNames.find(name => weekStarts[name] === (user.week_start ?? null)) ?? 'own',
})

/** Name, language, time zone and the first day of the week. What was typed survives a reload. */
export function PersonForm({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const { form, wasRestored, restart } = useDraftForm<Values>('profile', valuesOf(user))
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const saving = useMutation({
    mutationFn: async (values: Values) => {
      const language_id = Number(values.language)
      const week_start = weekStarts[values.week_start as WeekStart]
      await updateUser({ name: values.name, language_id, time_zone: values.time_zone, week_start })
      if (language_id !== user.language_id) await chooseLocale(localeOf(language_id))
    },
    onSuccess(_, values) {
      restart(values)
      setSavedAt(new Date())
    },
    onError: () => undefined,
  })
  const zones = new Set([user.time_zone, ...Intl.supportedValuesOf('timeZone')])

  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit(values => saving.mutate(values))}>
      {wasRestored && <Notice kind="info">{t('common.restored')}</Notice>}
      {saving.error && <Notice kind="stop">{errorText(saving.error, t)}</Notice>}
      <TextField form={form} name="name" label={t('profile.person.name')} required maxLength={200} />
      <ChoiceField
        form={form}
        name="language"
        label={t('common.language')}
        description={t('profile.person.languageHint')}
        required
        choices={languages.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <ChoiceField
        form={form}
        name="time_zone"
        label={t('profile.person.timeZone')}
        required
        choices={[...zones].map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      />
      <ChoiceField
        form={form}
        name="week_start"
        label={t('profile.person.weekStart')}
        required
        choices={weekStartNames.map(name => ({ value: name, label: t(`profile.weekStarts.${name}`) }))}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={saving.isPending}>
          {t('common.save')}
        </Button>
        <SavedIndicator savedAt={savedAt} isSaving={saving.isPending} />
      </div>
    </form>
  )
}
