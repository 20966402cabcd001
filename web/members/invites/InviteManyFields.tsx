import { Button, FileButton, Textarea } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FieldPath, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { InviteResult } from '#shared/companies/rules.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { roles } from '#shared/lib/roles.ts'
import { allForms } from '../../filling/queries.ts'
import { useHasMail } from '../../lib/session/session.ts'
import { RoleSelect } from '../../roles/RoleSelect.tsx'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { MultiSelect } from '../../ui/floatingParts.tsx'
import type { Status } from '../../ui/Notice.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from '../Members.module.css'
import type { InviteManyValues } from './queries.ts'

type Props = { form: UseFormReturn<InviteManyValues>; withForms?: boolean }

/** A list of people: pasted, or the text of a CSV file, which can be looked at before it is sent. */
export function InviteManyFields({ form, withForms = true }: Props) {
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
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={read}>
          {button => (
            <Button {...button} variant="default" leftSection={<IconFileTypeCsv size={20} />}>
              {t('invites.readFile')}
            </Button>
          )}
        </FileButton>
        <p className={styles.hint}>{t('invites.fileHint')}</p>
      </div>
      <RoleSelect
        label={t('invites.roleOfAll')}
        description={t('invites.roleOfAllHint')}
        value={role.value}
        onChange={role.onChange}
        except={[roles.admin]}
      />
      {withForms && <StarterFormsField form={form} />}
    </>
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

type Line = { line: number; text: string; email: string | null; path: string | null; result: InviteResult }

const status = (result: InviteResult): Status =>
  result === 'invited' ? 'ok' : ['duplicate', 'already_invited', 'already_a_member'].includes(result) ? 'info' : 'stop'

/** Result of each line of a list. */
export function InviteResults({ lines }: { lines: Line[] }) {
  const { t } = useTranslation()
  const hasMail = useHasMail()
  const invited = lines.filter(({ result }) => result === 'invited').length
  return (
    <>
      <p role="status">{t('invites.invitedOf', { count: invited, of: lines.length })}</p>
      {!hasMail && invited > 0 && <p>{t('invites.handOver')}</p>}
      <ol className={styles.results}>
        {lines.map(({ line, text, email, path, result }) => (
          <li key={line} className={styles.result}>
            <span className={styles.line}>
              <span className={styles.number}>{line}</span>
              <bdi>{email ?? text}</bdi>
            </span>
            <StatusBadge status={status(result)}>{t(`invites.results.${result}`)}</StatusBadge>
            {!hasMail && path && <CopyLink address={location.origin + path} label={t('invites.copyLink')} />}
          </li>
        ))}
      </ol>
    </>
  )
}
