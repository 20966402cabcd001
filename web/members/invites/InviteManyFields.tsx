import { Button, FileButton, Textarea } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ReachInput } from '#shared/companies/contract.ts'
import type { InviteResult } from '#shared/companies/rules.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { roles } from '#shared/lib/roles.ts'
import type { api } from '../../api.ts'
import { allForms } from '../../filling/queries.ts'
import { useFormat } from '../../lib/format.ts'
import { useHasMail } from '../../lib/session/session.ts'
import { useGivableRoles } from '../../roles/queries.ts'
import { RoleSelect } from '../../roles/RoleSelect.tsx'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { MultiSelect } from '../../ui/floatingParts.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice, type Status } from '../../ui/Notice.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from '../Members.module.css'
import { isReachMissing, useIsOfWholeCompany } from '../queries.ts'
import type { InviteManyValues } from './queries.ts'

const ReachSelect = lazyPart(() => import('../ReachSelect.tsx').then(part => part.ReachSelect))

/** `children`: what else can be done with the list. */
type Props = { form: UseFormReturn<InviteManyValues>; children: ReactNode }

/** A list of people: pasted, or the text of a CSV file, which can be looked at before it is sent. */
export function InviteManyFields({ form, children }: Props) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({
    control: form.control,
    name: 'text',
    rules: { validate: value => value.trim() !== '' || t('problem.field.required') },
  })
  const role = useController({ control: form.control, name: 'role_id' }).field

  async function read(file: File | null) {
    if (!file) return
    const text = await file.text()
    field.onChange([field.value.trim(), text.trim()].filter(Boolean).join('\n'))
  }

  return (
    <>
      <Textarea
        ref={field.ref}
        label={t('invites.list')}
        description={t('invites.listHint')}
        error={fieldState.error?.message}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={100_000}
        spellCheck={false}
        value={field.value}
        onBlur={field.onBlur}
        onChange={event => field.onChange(event.currentTarget.value)}
      />
      <div>
        <div className={styles.invitesActs}>
          <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={read}>
            {button => (
              <Button {...button} variant="default" leftSection={<IconFileTypeCsv size={20} />}>
                {t('invites.readFile')}
              </Button>
            )}
          </FileButton>
          {children}
        </div>
        <p className={styles.hint}>{t('invites.fileHint')}</p>
      </div>
      <RoleSelect
        label={t('invites.roleOfAll')}
        description={t('invites.roleOfAllHint')}
        value={role.value}
        onChange={role.onChange}
        except={[roles.admin]}
      />
      <ReachField form={form} description={t('invites.reachOfAllHint')} />
      <StarterFormsField form={form} />
    </>
  )
}

type ReachProps<Values extends FieldValues> = { form: UseFormReturn<Values>; description?: string }

/** Where those who are invited will work. Without a choice it is where the one who invites does. */
export function ReachField<Values extends FieldValues & { reach: ReachInput | null }>(props: ReachProps<Values>) {
  const { t } = useTranslation()
  const isWhole = useIsOfWholeCompany()
  const { field, fieldState } = useController({
    control: props.form.control,
    name: 'reach' as FieldPath<Values>,
    rules: { validate: value => !isReachMissing(value as ReachInput | null) || t('members.reachMissing') },
  })
  return (
    <ReachSelect
      value={field.value as ReachInput | null}
      onChange={field.onChange}
      whole={t(isWhole ? 'members.reachWhole' : 'members.reachMine')}
      error={fieldState.error?.message ?? null}
      {...(props.description !== undefined && { description: props.description })}
    />
  )
}

/** The forms that become a newcomer's first tasks. */
export function StarterFormsField<Values extends { forms: number[] }>({ form }: { form: UseFormReturn<Values> }) {
  const { t, i18n } = useTranslation()
  const { field } = useController({ control: form.control, name: 'forms' as FieldPath<Values> })
  const forms = useQuery(allForms({ status: 'open', sort: 'name' }))
  const picked = field.value as number[]
  return (
    <MultiSelect
      label={t('invites.forms')}
      description={t('invites.formsHint')}
      searchable
      hidePickedOptions
      maxValues={20}
      nothingFoundMessage={t('common.nothingFound')}
      data={(forms.data ?? []).map(({ id, name, default_language }) => ({
        value: String(id),
        label: textIn(name, toLocale(i18n.language), default_language).text,
      }))}
      value={picked.map(String)}
      onChange={ids => field.onChange(ids.map(Number))}
    />
  )
}

type ResultProps = Awaited<ReturnType<typeof api.invites.createMany>> & { isPreview: boolean }

const good: readonly InviteResult[] = ['invited', 'ready']
const known: readonly InviteResult[] = ['duplicate', 'already_invited', 'already_a_member']
const status = (result: InviteResult): Status =>
  good.includes(result) ? 'ok' : known.includes(result) ? 'info' : 'stop'

/** Result of each line of a list, or what it will be. */
export function InviteResults({ lines, unread_columns: unread, isPreview }: ResultProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const hasMail = useHasMail()
  const roleNames = new Map(useGivableRoles().map(({ id, name }) => [id, name]))
  const count = lines.filter(({ result }) => good.includes(result)).length
  return (
    <>
      <p role="status">{t(isPreview ? 'invites.readyOf' : 'invites.invitedOf', { count, of: lines.length })}</p>
      {isPreview && unread.length > 0 && (
        <Notice kind="attention">{t('invites.unreadColumns', { columns: format.list(unread) })}</Notice>
      )}
      {!hasMail && !isPreview && count > 0 && <p>{t('invites.handOver')}</p>}
      <ol className={styles.results}>
        {lines.map(({ line, text, email, role_id, places, place, path, result }) => (
          <li key={`${line} ${text}`} className={styles.result}>
            <span className={styles.line}>
              <span className={styles.number}>{line}</span>
              <bdi>{email ?? text}</bdi>
              {[roleNames.get(role_id ?? 0), ...places].map(
                name =>
                  name && (
                    <span key={name} className={styles.hint}>
                      {' · '}
                      <bdi>{name}</bdi>
                    </span>
                  ),
              )}
            </span>
            <StatusBadge status={status(result)}>
              {t(`invites.results.${result}`)}
              {place !== null && (
                <>
                  {': '}
                  <bdi>{place}</bdi>
                </>
              )}
            </StatusBadge>
            {!hasMail && path && <CopyLink address={location.origin + path} label={t('invites.copyLink')} />}
          </li>
        ))}
      </ol>
    </>
  )
}
