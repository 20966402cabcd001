import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionDescription } from '#shared/actions/contract.ts'
import { request } from '../lib/client.ts'
import { homePath } from '../lib/entrance.ts'
import { errorText } from '../lib/errorText.ts'
import { RequestError } from '../lib/requestError.ts'
import { refreshUser, useUser } from '../lib/session.ts'
import { Notice } from '../ui/Notice.tsx'
import { DescriptionSkeleton } from './DescriptionSkeleton.tsx'
import styles from './EntranceCard.module.css'
import { EntranceCard } from './EntranceCard.tsx'
import { LinkProblem } from './LinkProblem.tsx'
import { useDescription } from './useDescription.ts'

/** The kinds of links that this page can speak of; `auth.action.<kind>` holds the words. */
const kinds = ['confirm_email', 'change_email', 'unsubscribe'] as const

/** The kind that a description names, or what is told about a link that is no longer good. */
const kindOf = (told: unknown) =>
  kinds.find(kind => typeof told === 'object' && told !== null && 'kind' in told && told.kind === kind)

/** Where links of mails lead that do something: it says what, and a button does it. Looking at the page changes nothing. */
export function ActionPage({ token }: { token: string }) {
  const { t } = useTranslation()
  const user = useUser()
  const path = `/action/${encodeURIComponent(token)}`
  const { found, problem } = useDescription<ActionDescription>(path)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [isDone, setDone] = useState(false)
  const kind = kindOf(found)
  const brokenKind = kindOf(problem?.data)
  const goOn = { label: user ? t('auth.action.goOn') : t('auth.login.submit'), href: user ? homePath : '/auth/login' }

  async function perform() {
    setBusy(true)
    setFailure(undefined)
    try {
      await request('POST', path, { body: {} })
      if (user) await refreshUser().catch(() => undefined)
      setDone(true)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  if (!found || !kind)
    return (
      <EntranceCard title={t('auth.action.title')}>
        {found || problem ? (
          <LinkProblem
            problem={problem ?? new RequestError({ status: 404, code: 'not_found' })}
            text={brokenKind ? t(`auth.action.${brokenKind}.broken`) : t('auth.action.broken')}
            action={goOn}
          />
        ) : (
          <DescriptionSkeleton />
        )}
      </EntranceCard>
    )
  const values = {
    name: found.name,
    email: found.email ?? '',
    topic: found.topic ? t(`auth.topics.${found.topic}`) : '',
  }
  return (
    <EntranceCard title={t(`auth.action.${kind}.title`)}>
      {!isDone && <Text mt="xs">{t(`auth.action.${kind}.text`, values)}</Text>}
      <div className={styles.actions}>
        {failure !== undefined && <Notice kind="stop">{errorText(failure, t)}</Notice>}
        {isDone ? (
          <>
            <Notice kind="ok">{t(`auth.action.${kind}.done`, values)}</Notice>
            <Button component="a" href={goOn.href} size="lg" fullWidth>
              {goOn.label}
            </Button>
          </>
        ) : (
          <Button size="lg" fullWidth loading={isBusy} onClick={perform}>
            {t(`auth.action.${kind}.submit`)}
          </Button>
        )}
      </div>
    </EntranceCard>
  )
}
