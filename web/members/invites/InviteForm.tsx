import { Button, SegmentedControl } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldPath, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ReachInput } from '#shared/companies/contract.ts'
import type { Invite } from '#shared/companies/invites.ts'
import { languages } from '#shared/lib/language.ts'
import { roles } from '#shared/lib/roles.ts'
import { api } from '../../api.ts'
import { RequestError } from '../../lib/requestError.ts'
import { useHasMail } from '../../lib/session/session.ts'
import { RoleSelect } from '../../roles/RoleSelect.tsx'
import { ChoiceField, TextField } from '../../ui/fields/formFields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type DraftForm, useDraftForm } from '../../ui/row/useDraftForm.ts'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import styles from '../Members.module.css'
import { InviteManyFields, InviteResults, ReachField, StarterFormsField } from './InviteManyFields.tsx'
import { useInviteMany } from './queries.ts'

type Props = {
  companyId: number
  onClosed: () => void
  /** One person was invited. */
  onInvited: (invite: Invite) => void
}

/** Invites one person, or a whole list. */
export function InviteForm({ companyId, onClosed, onInvited }: Props) {
  const { t } = useTranslation()
  const [mode, setMode] = useState<'one' | 'many'>('one')
  const one = useDraftForm<Values>('invite', blank)
  const many = useInviteMany(companyId)
  const { isDirty: hasOne } = one.form.formState
  const { isDirty: hasMany } = many.form.formState
  const discard = () => {
    one.restart()
    many.restart()
  }
  return (
    <SideSheet title={t('invites.invite')} onClosed={onClosed} hasUnsaved={hasOne || hasMany} onDiscard={discard}>
      {close => (
        <>
          <SegmentedControl
            mb="md"
            fullWidth
            aria-label={t('invites.howMany')}
            value={mode}
            onChange={value => setMode(value === 'many' ? 'many' : 'one')}
            data={[
              { value: 'one', label: t('invites.one') },
              { value: 'many', label: t('invites.many') },
            ]}
          />
          {mode === 'one' ? (
            <OneForm {...{ ...one, companyId, onInvited }} onClose={close} />
          ) : (
            <ManyForm {...many} onClose={close} />
          )}
        </>
      )}
    </SideSheet>
  )
}

type Values = {
  email: string
  role_id: number
  language_id: string | null
  forms: number[]
  reach: ReachInput | null
}
const blank: Values = { email: '', role_id: roles.employee, language_id: null, forms: [], reach: null }

type OneProps = DraftForm<Values> & {
  companyId: number
  onInvited: (invite: Invite) => void
  onClose: () => void
}

function OneForm({ form, restart, companyId, onInvited, onClose }: OneProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const hasMail = useHasMail()
  const role = useController({ control: form.control, name: 'role_id' }).field
  const inviting = useMutation({
    mutationFn: ({ language_id, reach, ...values }: Values) =>
      api.invites.create({
        id: companyId,
        ...values,
        ...(language_id && { language_id: Number(language_id) }),
        // Without a choice it is where the one who invites works.
        ...(reach && { reach }),
      }),
    onSuccess(invite) {
      queries.invalidateQueries({ queryKey: api.invites.key })
      restart()
      onInvited(invite)
    },
    onError(error) {
      if (!(error instanceof RequestError)) return
      for (const [field, texts] of Object.entries(error.errors))
        if (field in blank) form.setError(field as FieldPath<Values>, { message: texts.join(' ') })
    },
  })
  const isAtField = inviting.error instanceof RequestError && 'email' in inviting.error.errors
  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit(values => inviting.mutate(values))}>
      {inviting.error && !isAtField && (
        <Notice kind="stop">
          <ProblemText error={inviting.error} />
        </Notice>
      )}
      <TextField form={form} name="email" type="email" label={t('invites.email')} required maxLength={254} />
      <RoleSelect label={t('invites.role')} value={role.value} onChange={role.onChange} except={[roles.admin]} />
      <ReachField form={form} />
      <ChoiceField
        form={form}
        name="language_id"
        label={t('invites.language')}
        description={t('invites.languageHint')}
        choices={languages.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <StarterFormsField form={form} />
      <SheetFooter>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={inviting.isPending}>
          {hasMail ? t('invites.send') : t('invites.invite')}
        </Button>
      </SheetFooter>
    </form>
  )
}

type ManyProps = Pick<ReturnType<typeof useInviteMany>, 'form' | 'sending'> & { onClose: () => void }

function ManyForm({ form, sending, onClose }: ManyProps) {
  const { t } = useTranslation()
  const hasMail = useHasMail()
  const send = (preview: boolean) => form.handleSubmit(values => sending.mutate({ ...values, preview }))
  const isBusy = (preview: boolean) => sending.isPending && sending.variables.preview === preview
  return (
    <form className={styles.form} noValidate onSubmit={send(false)}>
      {sending.error && (
        <Notice kind="stop">
          <ProblemText error={sending.error} />
        </Notice>
      )}
      {sending.data && <InviteResults {...sending.data} />}
      <InviteManyFields form={form}>
        <Button variant="default" loading={isBusy(true)} disabled={isBusy(false)} onClick={send(true)}>
          {t('invites.check')}
        </Button>
      </InviteManyFields>
      <SheetFooter>
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
        <Button type="submit" loading={isBusy(false)} disabled={isBusy(true)}>
          {hasMail ? t('invites.sendMany') : t('invites.invite')}
        </Button>
      </SheetFooter>
    </form>
  )
}
