import { Button, Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldPath, useController, useFieldArray, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SsoConnection, SsoSettings } from '#shared/accounts/sso.ts'
import { roles } from '#shared/lib/roles.ts'
import { administration } from '../administrationApi.ts'
import { useAbility } from '../lib/ability.tsx'
import { RequestError } from '../lib/requestError.ts'
import { RoleSelect } from '../roles/RoleSelect.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { SwitchField, TextField } from '../ui/fields/formFields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './SignIn.module.css'
import { SignInSection } from './SignInSection.tsx'

type Values = {
  name: string
  issuer: string
  client_id: string
  domains: string
  join_claim: string | null
  join_value: string | null
  default_role_id: number
  role_claim: string | null
  role_values: { value: string; role_id: number }[]
  acr_values: string
  ends_there: boolean
  is_private: boolean
}

const valuesOf = (connection: SsoConnection | null): Values => ({
  name: connection?.name ?? '',
  issuer: connection?.issuer ?? '',
  client_id: connection?.client_id ?? '',
  domains: connection?.domains.map(({ domain }) => domain).join(', ') ?? '',
  join_claim: connection?.join_claim ?? null,
  join_value: connection?.join_value ?? null,
  default_role_id: connection?.default_role_id ?? roles.employee,
  role_claim: connection?.role_claim ?? null,
  role_values: connection?.role_values ?? [],
  acr_values: connection?.acr_values.join(', ') ?? '',
  ends_there: connection?.ends_there ?? false,
  is_private: connection?.is_private ?? false,
})

const listOf = (text: string | null) =>
  (text ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)

type Props = { companyId: number | null; settings: SsoSettings }

/** The provider: where it is, whose addresses it speaks for, who gets an account, and which role. */
export function SsoForm({ companyId, settings: { connection } }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  // Not a part of the form's draft: the browser keeps no secret.
  const [secret, setSecret] = useState('')
  const form = useForm<Values>({ defaultValues: valuesOf(connection) })
  const isAdmin = useAbility()('manage', 'Company')
  const of = companyId === null ? {} : { company_id: companyId }
  const changed = () => queries.invalidateQueries({ queryKey: administration.sso.key })
  const testing = useMutation({
    mutationFn: () =>
      administration.sso.test({ ...of, issuer: form.getValues('issuer'), is_private: form.getValues('is_private') }),
    onError: () => undefined,
  })
  const saving = useMutation({
    mutationFn: ({ domains, acr_values, ...values }: Values) =>
      administration.sso.save({
        ...{ ...of, ...values, domains: listOf(domains), acr_values: listOf(acr_values) },
        ...(secret && { secret }),
      }),
    onSuccess() {
      tellDone(t('sso.saved'))
      changed()
    },
    onError(error) {
      if (!(error instanceof RequestError)) return
      for (const [field, texts] of Object.entries(error.errors)) {
        const name = field.split('.')[0] ?? field
        if (name in valuesOf(null)) form.setError(name as FieldPath<Values>, { message: texts.join(' ') })
      }
    },
  })
  const removing = useMutation({
    mutationFn: () => administration.sso.remove(of),
    onSuccess: () => tellDone(t('sso.removed')),
    onSettled: changed,
  })
  const failure = saving.error ?? removing.error ?? testing.error
  return (
    <form noValidate className={styles.page} onSubmit={form.handleSubmit(values => saving.mutate(values))}>
      {failure && (
        <Notice kind="stop">
          <ProblemText error={failure} />
        </Notice>
      )}
      <SignInSection title={t('sso.provider')}>
        <TextField form={form} name="name" label={t('sso.name')} required maxLength={200} />
        <TextField
          form={form}
          name="issuer"
          label={t('sso.issuer')}
          description={t('sso.issuerHint')}
          required
          maxLength={500}
        />
        <Group>
          <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
            {t('sso.test')}
          </Button>
        </Group>
        {testing.data &&
          (testing.data.reason === null ? (
            <Notice kind="ok">{t('sso.testOk')}</Notice>
          ) : (
            <Notice kind="stop">{t('sso.testFailed', { reason: testing.data.reason })}</Notice>
          ))}
        {isAdmin && (
          <SwitchField form={form} name="is_private" label={t('sso.isPrivate')} description={t('sso.isPrivateHint')} />
        )}
        <TextField form={form} name="client_id" label={t('sso.clientId')} required maxLength={500} />
        <PasswordInput
          label={t('sso.secret')}
          description={connection?.has_secret ? t('sso.secretKept') : undefined}
          autoComplete="off"
          maxLength={1000}
          value={secret}
          onChange={event => setSecret(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('auth.login.showPassword') }}
        />
        <SwitchField form={form} name="ends_there" label={t('sso.endsThere')} />
        <TextField form={form} name="acr_values" label={t('sso.acr')} description={t('sso.acrHint')} maxLength={1000} />
      </SignInSection>
      {companyId !== null && (
        <SignInSection title={t('sso.domains')}>
          <TextField
            form={form}
            name="domains"
            label={t('sso.domains')}
            description={t('sso.domainsHint')}
            maxLength={5000}
          />
          {connection && connection.domains.length > 0 && (
            <ul className={styles.values}>
              {connection.domains.map(({ id, domain, is_confirmed }) => (
                <li key={id} className={styles.row}>
                  <bdi className={styles.address}>{domain}</bdi>
                  <StatusBadge status={is_confirmed ? 'ok' : 'attention'}>
                    {t(is_confirmed ? 'sso.confirmed' : 'sso.waiting')}
                  </StatusBadge>
                </li>
              ))}
            </ul>
          )}
        </SignInSection>
      )}
      <SignInSection title={t('sso.join')} text={t('sso.joinHint')}>
        <TextField form={form} name="join_claim" label={t('sso.joinClaim')} maxLength={100} />
        <TextField form={form} name="join_value" label={t('sso.joinValue')} maxLength={200} />
        {companyId !== null && <DefaultRole form={form} />}
      </SignInSection>
      <SignInSection title={t('sso.roles')} text={t(companyId === null ? 'sso.adminsHint' : 'sso.rolesHint')}>
        <TextField form={form} name="role_claim" label={t('sso.roleClaim')} maxLength={100} />
        <RoleValues form={form} isOfPlatform={companyId === null} />
      </SignInSection>
      <Group>
        <Button type="submit" loading={saving.isPending}>
          {t('sso.save')}
        </Button>
        {connection && (
          <ConfirmButton
            question={t('sso.removeQuestion')}
            confirmText={t('sso.remove')}
            onConfirm={() => removing.mutate()}
            buttonProps={{ loading: removing.isPending }}
          >
            {t('sso.remove')}
          </ConfirmButton>
        )}
      </Group>
    </form>
  )
}

type Form = ReturnType<typeof useForm<Values>>

function DefaultRole({ form }: { form: Form }) {
  const { t } = useTranslation()
  const { field } = useController({ control: form.control, name: 'default_role_id' })
  return (
    <RoleSelect label={t('sso.defaultRole')} value={field.value} onChange={field.onChange} except={[roles.admin]} />
  )
}

/** Values of the claim with the roles that they give; of the platform all make administrators. */
function RoleValues({ form, isOfPlatform }: { form: Form; isOfPlatform: boolean }) {
  const { t } = useTranslation()
  const { fields, append, remove, update } = useFieldArray({ control: form.control, name: 'role_values' })
  const role_id = isOfPlatform ? roles.admin : roles.employee
  return (
    <>
      <ul className={styles.values}>
        {fields.map((field, index) => (
          <li key={field.id} className={styles.row}>
            <TextInput label={t('sso.roleValue')} maxLength={200} {...form.register(`role_values.${index}.value`)} />
            {!isOfPlatform && (
              <RoleSelect
                label={t('sso.role')}
                value={field.role_id}
                onChange={chosen =>
                  update(index, { value: form.getValues(`role_values.${index}.value`), role_id: chosen })
                }
                except={[roles.admin]}
              />
            )}
            {isOfPlatform && <Text>{t('sso.admin')}</Text>}
            <Button variant="default" onClick={() => remove(index)}>
              {t('sso.removeValue')}
            </Button>
          </li>
        ))}
      </ul>
      <Group>
        <Button variant="default" onClick={() => append({ value: '', role_id })}>
          {t('sso.addValue')}
        </Button>
      </Group>
    </>
  )
}
