import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Locale, languages, toLocale } from '#shared/lib/language.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { useHasMail } from '../lib/session/session.ts'
import { Select } from '../ui/floatingParts.tsx'
import { LinkToHandOver } from '../ui/LinkToHandOver.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './Helpers.module.css'

/** Asks somebody by their address to do a task. */
export function AskSheet({ sentId, onClosed }: { sentId: number; onClosed: () => void }) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const format = useFormat()
  const hasMail = useHasMail()
  const [email, setEmail] = useState('')
  const [message, setMessage] = useState('')
  const [language, setLanguage] = useState<Locale>(toLocale(i18n.language))
  const asking = useMutation({
    mutationFn: () => api.helpers.create({ id: sentId, email, message, language }),
    onError: () => undefined,
    onSuccess: ({ path }) => path ?? tellDone(t('helpers.sent', { email: email.trim() })),
    onSettled: () => queries.invalidateQueries({ queryKey: api.helpers.key }),
  })
  return (
    <SideSheet title={t('helpers.ask')} onClosed={onClosed} hasUnsaved={email !== '' && !asking.data}>
      {(close, leave) =>
        asking.data?.path ? (
          <div className={styles.form}>
            <LinkToHandOver
              path={asking.data.path}
              hint={t('helpers.handOver', { date: format.date(asking.data.expires_at) })}
              qrLabel={t('helpers.qrCode')}
            />
            <Button onClick={close}>{t('common.close')}</Button>
          </div>
        ) : (
          <form
            className={styles.form}
            onSubmit={event => {
              event.preventDefault()
              asking.mutate(undefined, { onSuccess: ({ path }) => path ?? leave() })
            }}
          >
            <p>{hasMail ? t('helpers.text') : t('helpers.linkText')}</p>
            {asking.error && (
              <Notice kind="stop">
                <ProblemText error={asking.error} />
              </Notice>
            )}
            <TextInput
              label={t('helpers.email')}
              type="email"
              required
              dir="ltr"
              data-autofocus
              maxLength={254}
              value={email}
              onChange={event => setEmail(event.currentTarget.value)}
            />
            <Textarea
              label={t('helpers.message')}
              description={hasMail && t('helpers.messageHint')}
              autosize
              minRows={3}
              maxLength={2000}
              value={message}
              onChange={event => setMessage(event.currentTarget.value)}
            />
            <Select
              label={t('helpers.language')}
              allowDeselect={false}
              data={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
              value={language}
              onChange={value => setLanguage(toLocale(value))}
            />
            <Button type="submit" size="lg" loading={asking.isPending}>
              {hasMail ? t('helpers.send') : t('helpers.makeLink')}
            </Button>
          </form>
        )
      }
    </SideSheet>
  )
}
