import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { IconQrcode, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type InviteResult, inviteResults } from '#shared/companies/rules.ts'
import { roles } from '#shared/lib/roles.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { useHasMail, useUser } from '../lib/session/session.ts'
import { inTab, storedJson } from '../lib/storage.ts'
import { useInviteMany } from '../members/invites/queries.ts'
import { WorkerForm } from '../members/Workers.tsx'
import { RoleSelect } from '../roles/RoleSelect.tsx'
import { CopyLink } from '../ui/CopyLink.tsx'
import { Notice } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './Setup.module.css'
import { StepFrame } from './StepFrame.tsx'

/** A line that nobody could be invited with. */
type Refused = { text: string; result: InviteResult }

/** Results after which nothing is left to do for a line. */
const done: readonly InviteResult[] = ['invited', 'duplicate', 'already_invited', 'already_a_member']

const isRefused = (line: unknown): line is Refused =>
  typeof line === 'object' &&
  line !== null &&
  'text' in line &&
  typeof line.text === 'string' &&
  'result' in line &&
  inviteResults.some(result => result === line.result)

const stored = storedJson(inTab, 'tend_draft_setup_refused', lines =>
  Array.isArray(lines) ? lines.filter(isRefused) : null,
)

/**
 * Invites the first people and creates accounts for those without email. It lists them as it goes; a line that was
 * refused stays, to be corrected. "Next" invites the lines that are left, and stays where a line or a link needs
 * somebody.
 */
export function PeopleStep({ companyId, onNext }: { companyId: number; onNext: () => void }) {
  const { t } = useTranslation()
  const { form, sending, restart } = useInviteMany(companyId)
  const text = useController({ control: form.control, name: 'text' }).field
  const role = useController({ control: form.control, name: 'role_id' }).field
  const hasMail = useHasMail()
  const format = useFormat()
  const [refused, setRefused] = useState(() => stored.read() ?? [])
  const [isAdding, setAdding] = useState(false)
  const isPending = text.value.trim() !== '' || refused.length > 0

  function keep(lines: Refused[]) {
    stored.write(lines)
    setRefused(lines)
  }

  function next() {
    restart()
    stored.remove()
    onNext()
  }

  function invite(then?: () => void) {
    const lines = [...refused.map(line => line.text), text.value].filter(line => line.trim() !== '')
    if (lines.length === 0) return then?.()
    sending.mutate(
      { ...form.getValues(), text: lines.join('\n'), preview: false },
      {
        onSuccess(answer) {
          if (answer.isPreview) return
          const left = answer.lines.filter(({ result }) => !done.includes(result))
          keep(left.map(line => ({ text: line.text, result: line.result })))
          form.setValue('text', '')
          if (left.length === 0 && hasMail) then?.()
        },
      },
    )
  }

  return (
    <>
      <StepFrame
        title={t('companies.setup.people.title')}
        text={hasMail ? t('companies.setup.people.text') : t('invites.handOver')}
        problem={sending.error ?? undefined}
        onSkip={refused.length > 0 ? next : undefined}
        onNext={() => invite(next)}
        isBusy={sending.isPending}
      >
        <Added companyId={companyId} />
        {sending.data?.isPreview && (
          <Notice kind="attention">
            {t('invites.unreadColumns', { columns: format.list(sending.data.unread_columns) })}
          </Notice>
        )}
        {refused.map((line, index) => (
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are edited in place, and two can be the same
            key={index}
            aria-label={t('companies.setup.people.line', { line: index + 1 })}
            error={t(`invites.results.${line.result}`)}
            dir="auto"
            value={line.text}
            onChange={event => {
              const { value } = event.currentTarget
              keep(refused.map((one, at) => (at === index ? { ...one, text: value } : one)))
            }}
            rightSection={
              <ActionIcon
                variant="subtle"
                aria-label={t('companies.setup.people.removeLine', { line: index + 1 })}
                onClick={() => keep(refused.filter((_, at) => at !== index))}
              >
                <IconX size={20} />
              </ActionIcon>
            }
          />
        ))}
        <Textarea
          ref={text.ref}
          label={t('invites.list')}
          autosize
          minRows={3}
          maxRows={14}
          maxLength={100_000}
          spellCheck={false}
          value={text.value}
          onBlur={text.onBlur}
          onChange={event => text.onChange(event.currentTarget.value)}
        />
        {isPending && (
          <>
            <RoleSelect
              label={t('invites.roleOfAll')}
              value={role.value}
              onChange={role.onChange}
              except={[roles.admin]}
            />
            <Button variant="default" className={styles.inline} loading={sending.isPending} onClick={() => invite()}>
              {t('invites.invite')}
            </Button>
          </>
        )}
        <p className={styles.text}>{t('companies.setup.people.withoutEmail')}</p>
        <Button
          variant="default"
          className={styles.inline}
          leftSection={<IconQrcode size={20} />}
          onClick={() => setAdding(true)}
        >
          {t('members.addWorker')}
        </Button>
      </StepFrame>
      {isAdding && <WorkerForm companyId={companyId} onClosed={() => setAdding(false)} />}
    </>
  )
}

/** Shown of each; more are on the page of people. */
const few = { per_page: 50 } as const

/** The people who have an account here, and those who were invited. Without a mail server each has the link. */
function Added({ companyId }: { companyId: number }) {
  const { t } = useTranslation()
  const user = useUser()
  const hasMail = useHasMail()
  const people = useQuery(api.companies.members.query({ id: companyId, sort: 'name', ...few }))
  const invites = useQuery(api.invites.list.query({ id: companyId, state: 'pending', ...few }))
  const others = (people.data?.data ?? []).filter(({ id }) => id !== user?.id)
  const invited = invites.data?.data ?? []
  if (others.length + invited.length === 0) return null
  return (
    <ul className={styles.people} aria-label={t('companies.setup.people.added')}>
      {others.map(({ id, name }) => (
        <li key={id} className={styles.person}>
          <bdi className={styles.personName}>{name}</bdi>
          <StatusBadge status="ok">{t('companies.setup.people.made')}</StatusBadge>
        </li>
      ))}
      {invited.map(({ id, email, path }) => (
        <li key={`invite ${id}`} className={styles.person}>
          <bdi className={styles.personName}>{email}</bdi>
          <StatusBadge status="ok">{t('invites.results.invited')}</StatusBadge>
          {!hasMail && path && <CopyLink address={location.origin + path} label={t('invites.copyLink')} />}
        </li>
      ))}
    </ul>
  )
}
