import { Button, Text } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionDescription } from '#shared/actions/contract.ts'
import { request } from '../lib/client.ts'
import { errorText } from '../lib/errorText.ts'
import { RequestError } from '../lib/requestError.ts'
import { homePath } from '../lib/session/entrance.ts'
import { refreshUser, useUser } from '../lib/session/session.ts'
import { untilLeft, useAction } from '../lib/useAction.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './Entrance.module.css'
import { DescriptionSkeleton, EntranceCard } from './EntranceCard.tsx'
import { LinkProblem, rankOf, useDescription } from './LinkProblem.tsx'

/** The kinds of links that this page can speak of; `auth.action.<kind>` holds the words. */
const kinds = ['confirm_email', 'change_email', 'let_in', 'join_company', 'unsubscribe'] as const

/** Kinds that others show here; this page says only that their link is no longer good. */
const broken = [...kinds, 'help_with_task'] as const

/** The kind that a description names, or what is told about a link that is no longer good. */
const kindOf = <Kind extends string>(told: unknown, of: readonly Kind[]) =>
  of.find(kind => typeof told === 'object' && told !== null && 'kind' in told && told.kind === kind)

type Props = {
  token: string
  /** Shows a task that somebody outside the company is asked to help with. */
  TaskPage: ComponentType<{ path: string; found: ActionDescription & { task: NonNullable<ActionDescription['task']> } }>
}

/** Shows what a link of a mail would do, with a button that does it. Looking at the page changes nothing. */
export function ActionPage({ token, TaskPage }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const path = `/action/${encodeURIComponent(token)}`
  const { found, problem } = useDescription<ActionDescription>(path)
  const [done, setDone] = useState<'accepted' | 'declined'>()
  const kind = kindOf(found, kinds)
  const brokenKind = kindOf(problem?.data, broken)
  const goOn = { label: user ? t('auth.action.goOn') : t('auth.login.submit'), href: user ? homePath : '/auth/login' }
  // Who is signed in as whom the link is for continues in the company that they joined.
  const joined = user && user.email === found?.email && done === 'accepted' ? found.company_id : undefined

  const { run, isBusy, error: failure } = useAction((work: () => Promise<unknown>) => work())
  const act = (answer: 'accepted' | 'declined') =>
    run(async () => {
      await request('POST', path, { body: answer === 'declined' ? { decline: true } : {} })
      if (user) await refreshUser().catch(() => undefined)
      setDone(answer)
    })
  const workThere = (company_id: number) =>
    run(async () => {
      await request('PATCH', '/auth/user', { body: { company_id } })
      location.assign(homePath)
      return untilLeft
    })

  if (found?.task) return <TaskPage path={path} found={{ ...found, task: found.task }} />
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
    company: found.company_name ?? '',
    inviter: found.invited_by ?? '',
    role: found.role_id ? (found.role_name ?? t(`auth.roles.${rankOf(found.role_id)}`)) : '',
  }
  return (
    <EntranceCard title={t(`auth.action.${kind}.title`, values)}>
      {!done && <Text mt="xs">{t(`auth.action.${kind}.text`, values)}</Text>}
      <div className={styles.actions}>
        {failure !== undefined && <Notice kind="stop">{errorText(failure, t)}</Notice>}
        {done && (
          <Notice kind="ok">
            {done === 'declined' ? t('auth.invitation.declined', values) : t(`auth.action.${kind}.done`, values)}
          </Notice>
        )}
        {!done && (
          <Button size="lg" fullWidth loading={isBusy} onClick={() => act('accepted')}>
            {t(`auth.action.${kind}.submit`)}
          </Button>
        )}
        {!done && found.can_decline && (
          <Button size="lg" variant="default" fullWidth disabled={isBusy} onClick={() => act('declined')}>
            {t('auth.invitation.decline')}
          </Button>
        )}
        {joined !== undefined && (
          <Button size="lg" fullWidth loading={isBusy} onClick={() => workThere(joined)}>
            {t('auth.action.join_company.open', values)}
          </Button>
        )}
        {done && joined === undefined && (
          <Button component="a" href={goOn.href} size="lg" fullWidth>
            {goOn.label}
          </Button>
        )}
      </div>
    </EntranceCard>
  )
}
