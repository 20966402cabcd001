import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#shared/accounts/users.ts'
import { languages } from '#shared/lib/language.ts'
import { api } from '../api.ts'
import { ChoiceField, SwitchField, TextField } from '../ui/fields/formFields.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'

type Values = { name: string; email: string | null; language_id: string; time_zone: string; is_admin: boolean }

const valuesOf = (user: User | undefined): Values => ({
  name: user?.name ?? '',
  email: user?.email ?? null,
  language_id: String(user?.language_id ?? 1),
  time_zone: user?.time_zone ?? 'UTC',
  is_admin: user?.is_admin ?? false,
})

/** Changes what is known of somebody. What was not touched is not sent: some of it asks for the password. */
export function UserForm({ user, onClosed }: { user: User; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const zones = useMemo(() => [...new Set([...Intl.supportedValuesOf('timeZone'), user.time_zone])].sort(), [user])
  const rowForm = useRowForm<Values, User>({
    name: 'user',
    row: user,
    valuesOf,
    save({ name, email, language_id, time_zone, is_admin }, base = user) {
      return api.users.update({
        id: base.id,
        revision: base.revision,
        name,
        language_id: Number(language_id),
        time_zone,
        ...(email && email !== base.email && { email }),
        ...(is_admin !== base.is_admin && { is_admin }),
      })
    },
    onSaved() {
      queries.invalidateQueries({ queryKey: api.users.key })
      onClosed()
    },
  })
  const { form } = rowForm
  return (
    <RowFormSheet
      title={t('users.edit')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'name', label: t('users.name') },
        { name: 'email', label: t('users.email') },
        {
          name: 'language_id',
          label: t('users.language'),
          show: id => languages.find(language => String(language.id) === id)?.name,
        },
        { name: 'time_zone', label: t('users.timeZone') },
        { name: 'is_admin', label: t('users.isAdmin'), show: is => (is ? t('users.yes') : t('users.no')) },
      ]}
    >
      <TextField form={form} name="name" label={t('users.name')} required maxLength={200} />
      {user.email !== null && (
        <TextField
          form={form}
          name="email"
          type="email"
          label={t('users.email')}
          description={t('users.emailHint')}
          required
          maxLength={254}
        />
      )}
      <ChoiceField
        form={form}
        name="language_id"
        label={t('users.language')}
        required
        choices={languages.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <ChoiceField
        form={form}
        name="time_zone"
        label={t('users.timeZone')}
        required
        choices={zones.map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      />
      <SwitchField form={form} name="is_admin" label={t('users.isAdmin')} description={t('users.isAdminHint')} />
    </RowFormSheet>
  )
}
