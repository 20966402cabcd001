import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MailTopic, mailTopics } from '#shared/accounts/rules.ts'
import { api } from '../api.ts'
import { updateUser } from '../lib/session/session.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageSkeleton } from '../ui/page/PageHeader.tsx'
import { SavedIndicator } from '../ui/SavedIndicator.tsx'
import { Section } from './ProfilePage.tsx'

/** /profile/notifications: which mails come. A switch takes effect at once. */
export function NotificationsPage() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const settings = useQuery(api.me.settings.query())
  const changing = useMutation({
    mutationFn: (wish: Partial<Record<MailTopic, boolean>>) => updateUser({ notifications: wish }),
    onSuccess: () => setSavedAt(new Date()),
    onSettled: () => queries.invalidateQueries({ queryKey: api.me.settings.key }),
  })
  if (settings.error) return <ErrorState error={settings.error} onRetry={() => settings.refetch()} />
  if (!settings.data) return <PageSkeleton />
  // A switch changes at once, and changes back where the server refuses it.
  const wished = { ...settings.data.notifications, ...(changing.isPending && changing.variables) }
  return (
    <Section title={t('profile.notifications.title')} text={t('profile.notifications.text')}>
      {mailTopics.map(topic => (
        <Switch
          key={topic}
          size="md"
          label={t(`auth.topics.${topic}`)}
          description={t(`profile.topicHints.${topic}`)}
          checked={wished[topic] ?? true}
          onChange={event => changing.mutate({ [topic]: event.currentTarget.checked })}
        />
      ))}
      <SavedIndicator savedAt={savedAt} isSaving={changing.isPending} />
    </Section>
  )
}
