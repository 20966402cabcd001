import { Button, FileButton, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, localeOf } from '#shared/lib/language.ts'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { chooseLocale } from '../lib/i18n.ts'
import { RequestError } from '../lib/requestError.ts'
import { refreshUser, type SessionUser, storeUser, updateUser, useHasMail, useUser } from '../lib/session/session.ts'
import { ChoiceField, TextField } from '../ui/fields/formFields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import { SavedIndicator } from '../ui/SavedIndicator.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { tellDone } from '../ui/toast.tsx'
import { AvatarCrop } from './AvatarCrop.tsx'
import styles from './Profile.module.css'
import { Section } from './ProfilePage.tsx'

/** /profile: name and picture, address, language and time. */
export function DataPage() {
  const { t } = useTranslation()
  const user = useUser()
  if (!user) return null
  return (
    <>
      <AvatarSection name={user.name} avatar={user.avatar} />
      <Section title={t('profile.person.title')}>
        <PersonForm user={user} />
      </Section>
      {user.email !== null && <EmailSection email={user.email} isConfirmed={user.email_confirmed_at !== null} />}
      {user.user_name && (
        <Section title={t('profile.userName.title')} text={t('profile.userName.text')}>
          <strong>{user.user_name}</strong>
        </Section>
      )}
    </>
  )
}

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
function PersonForm({ user }: { user: SessionUser }) {
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

/** The picture that colleagues see, or the initials in its place. */
function AvatarSection({ name, avatar }: { name: string; avatar: string | null }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<File | null>(null)
  const removing = useMutation({
    mutationFn: () => api.me.removeAvatar(),
    onSuccess: async () => storeUser(await api.auth.user()),
    onError: () => undefined,
  })
  const setting = useMutation({
    mutationFn: (picture: Blob) => api.me.setAvatar({}, { files: { file: picture } }),
    onSuccess(user) {
      storeUser(user)
      setChosen(null)
      tellDone(t('profile.avatar.saved'))
    },
    onError: () => undefined,
  })
  return (
    <Section title={t('profile.avatar.title')} text={t('profile.avatar.text')}>
      {removing.error && <Notice kind="stop">{errorText(removing.error, t)}</Notice>}
      <div className={styles.avatar}>
        <PersonAvatar name={name} avatar={avatar} size={96} />
        <div className={styles.actions}>
          <FileButton onChange={setChosen} accept="image/png,image/jpeg,image/webp,image/gif">
            {button => (
              <Button variant="default" {...button}>
                {avatar ? t('profile.avatar.change') : t('profile.avatar.choose')}
              </Button>
            )}
          </FileButton>
          {avatar && (
            <Button variant="default" loading={removing.isPending} onClick={() => removing.mutate()}>
              {t('profile.avatar.remove')}
            </Button>
          )}
        </div>
      </div>
      {chosen && (
        <AvatarCrop
          file={chosen}
          isSaving={setting.isPending}
          error={setting.error}
          onCrop={picture => setting.mutate(picture)}
          onClose={() => {
            setting.reset()
            setChosen(null)
          }}
        />
      )}
    </Section>
  )
}

/** The address, whether it is confirmed, and another one, which counts once its mail was answered. */
function EmailSection({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  const { t } = useTranslation()
  const hasMail = useHasMail()
  const [isChanging, setChanging] = useState(false)
  const pending = useQuery(api.me.settings.query()).data?.pending_email
  const confirming = useMutation({ mutationFn: () => api.auth.sendConfirmation() })
  return (
    <Section title={t('profile.email.title')} text={t('profile.email.text')}>
      <div className={styles.actions}>
        <strong>{email}</strong>
        {isConfirmed ? (
          <StatusBadge status="ok">{t('profile.email.confirmed')}</StatusBadge>
        ) : (
          hasMail && <StatusBadge status="attention">{t('profile.email.unconfirmed')}</StatusBadge>
        )}
      </div>
      {confirming.isSuccess && <Notice kind="ok">{t('auth.confirm.sent', { email })}</Notice>}
      {pending && <Notice kind="info">{t('profile.email.pending', { email: pending })}</Notice>}
      {isChanging ? (
        <ChangeEmailForm onClose={() => setChanging(false)} />
      ) : (
        <div className={styles.actions}>
          {!isConfirmed && hasMail && !confirming.isSuccess && (
            <Button variant="default" loading={confirming.isPending} onClick={() => confirming.mutate()}>
              {t('auth.confirm.again')}
            </Button>
          )}
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('profile.email.change')}
          </Button>
        </div>
      )}
    </Section>
  )
}

function ChangeEmailForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const hasMail = useHasMail()
  const { form, restart } = useDraftForm('profile_email', { email: '' })
  const changing = useMutation({
    mutationFn: (email: string) => api.auth.changeEmail({ email }),
    async onSuccess() {
      restart()
      queries.invalidateQueries({ queryKey: api.me.settings.key })
      // Without a mail that confirms it, the address is changed already.
      if (!hasMail) await refreshUser()
      onClose()
    },
    onError: () => undefined,
  })
  const { error } = changing
  const atField = error instanceof RequestError ? error.errors.email?.join(' ') : undefined
  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit(({ email }) => changing.mutate(email))}>
      {error && !atField && <Notice kind="stop">{errorText(error, t)}</Notice>}
      <TextInput
        {...form.register('email', { required: t('problem.field.required') })}
        label={t('profile.email.new')}
        description={hasMail && t('profile.email.newHint')}
        error={form.formState.errors.email?.message ?? atField}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        autoFocus
      />
      <div className={styles.actions}>
        <Button type="submit" loading={changing.isPending}>
          {hasMail ? t('profile.email.send') : t('common.save')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            restart()
            onClose()
          }}
        >
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
