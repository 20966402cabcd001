import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldPath, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ApiKey } from '#shared/accounts/keys.ts'
import { type KeyAccess, keyAccesses } from '#shared/accounts/rules.ts'
import type { ReachInput } from '#shared/companies/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import type { ProvisionedGroup } from '#shared/provisioning/contract.ts'
import { administration } from '../administrationApi.ts'
import { RequestError } from '../lib/requestError.ts'
import { isReachMissing } from '../members/queries.ts'
import { ReachSelect } from '../members/ReachSelect.tsx'
import { useGivableRoles, useRoleName } from '../roles/queries.ts'
import { RoleSelect } from '../roles/RoleSelect.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ChoiceField, DayField, TextField } from '../ui/fields/formFields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import sheet from '../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import { SecretSheet } from './SecretSheet.tsx'

type Values = {
  name: string
  role_id: number
  access: KeyAccess
  reach: ReachInput | null
  last_day: string | null
}
const blank: Values = { name: '', role_id: roles.employee, access: 'read', reach: null, last_day: null }

/** The end of a day on this device's clock. */
const endOf = (day: string) => {
  const end = new Date(`${day}T00:00`)
  end.setDate(end.getDate() + 1)
  return end.toISOString()
}

type NewKeyProps = { companyId: number | null; onClosed: () => void }

/** Makes a key, then shows its secret, once. */
export function NewKeySheet({ companyId, onClosed }: NewKeyProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { form, restart } = useDraftForm<Values>('key', blank)
  const role = useController({ control: form.control, name: 'role_id' }).field
  const access = form.watch('access')
  const reach = useController({
    control: form.control,
    name: 'reach',
    rules: { validate: value => (isReachMissing(value) ? t('members.reachMissing') : true) },
  })
  const making = useMutation({
    mutationFn: ({ name, role_id, access, reach, last_day }: Values) =>
      administration.keys.create({
        ...{ name, access, company_id: companyId, ends_at: last_day ? endOf(last_day) : null },
        ...(companyId !== null && { role_id, reach }),
      }),
    onSuccess() {
      queries.invalidateQueries({ queryKey: administration.keys.key })
      restart()
    },
    onError(error) {
      if (!(error instanceof RequestError)) return
      for (const [field, texts] of Object.entries(error.errors)) {
        const name = field === 'ends_at' ? 'last_day' : field
        if (name in blank) form.setError(name as FieldPath<Values>, { message: texts.join(' ') })
      }
    },
  })
  if (making.data) return <SecretSheet {...making.data} of="keys" onClosed={onClosed} />
  return (
    <SideSheet
      title={t('keys.add')}
      onClosed={onClosed}
      hasUnsaved={form.formState.isDirty}
      onDiscard={() => restart()}
    >
      {close => (
        <form className={sheet.form} noValidate onSubmit={form.handleSubmit(values => making.mutate(values))}>
          {making.error && (
            <Notice kind="stop">
              <ProblemText error={making.error} />
            </Notice>
          )}
          <TextField
            form={form}
            name="name"
            label={t('keys.name')}
            description={t('keys.nameHint')}
            required
            maxLength={200}
          />
          {companyId !== null && (
            <RoleSelect
              label={t('keys.role')}
              description={access === 'scim' ? t('keys.scimRoleHint') : t('keys.roleHint')}
              value={role.value}
              onChange={role.onChange}
              except={[roles.admin, roles.guest]}
            />
          )}
          <ChoiceField
            form={form}
            name="access"
            label={t('keys.access')}
            required
            choices={keyAccesses
              .filter(one => companyId !== null || one !== 'scim')
              .map(one => ({ value: one, label: t(`keys.accesses.${one}`) }))}
          />
          {companyId !== null && (
            <ReachSelect
              label={t('keys.reach')}
              value={reach.field.value}
              onChange={reach.field.onChange}
              whole={t('members.reachWhole')}
              error={reach.fieldState.error?.message ?? null}
            />
          )}
          <DayField form={form} name="last_day" label={t('keys.lastDay')} description={t('keys.lastDayHint')} />
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {t('keys.make')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}

/** Hours for which the secret before a renewal still works. */
const overlapHours = 24

/** One key: its use, its end, a new secret. */
export function KeySheet({ apiKey, onClosed }: { apiKey: ApiKey; onClosed: () => void }) {
  const { t } = useTranslation()
  const roleName = useRoleName()
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: administration.keys.key })
  const renewing = useMutation({
    mutationFn: () => administration.keys.renew({ id: apiKey.id, overlap_hours: overlapHours }),
    onSettled: changed,
  })
  const revoking = useMutation({
    mutationFn: () => administration.keys.revoke({ id: apiKey.id }),
    onSuccess: () => tellDone(t('keys.revoked')),
    onSettled: changed,
  })
  if (renewing.data)
    return <SecretSheet name={apiKey.name} of="keys" secret={renewing.data.secret} onClosed={onClosed} />
  const lives = apiKey.revoked_at === null && (apiKey.ends_at === null || new Date(apiKey.ends_at) > new Date())
  const failure = renewing.error ?? revoking.error
  return (
    <SideSheet title={apiKey.name} onClosed={onClosed}>
      {() => (
        <div className={sheet.form}>
          {failure && (
            <Notice kind="stop">
              <ProblemText error={failure} />
            </Notice>
          )}
          {!lives && <Notice kind="attention">{t('keys.over')}</Notice>}
          <FieldList
            fields={[
              { label: t('keys.secret'), value: <bdi dir="ltr">tend_…{apiKey.hint}</bdi> },
              { label: t('keys.role'), value: roleName(apiKey) },
              { label: t('keys.access'), value: t(`keys.accesses.${apiKey.access}`) },
              ...(apiKey.company_id
                ? [{ label: t('keys.reach'), value: t(apiKey.reach ? 'members.reachPart' : 'members.reachWhole') }]
                : []),
              {
                label: t('keys.lastUsed'),
                value: apiKey.last_used_at ? <LocalTime value={apiKey.last_used_at} /> : t('keys.never'),
              },
              ...(apiKey.last_ip
                ? [{ label: t('keys.lastAddress'), value: <bdi dir="ltr">{apiKey.last_ip}</bdi> }]
                : []),
              {
                label: t('keys.endsAt'),
                value: apiKey.ends_at ? <LocalTime value={apiKey.ends_at} /> : t('keys.noEnd'),
              },
              ...(apiKey.previous_until
                ? [{ label: t('keys.previousUntil'), value: <LocalTime value={apiKey.previous_until} /> }]
                : []),
              { label: t('keys.madeBy'), value: <bdi>{apiKey.made_by ?? '–'}</bdi> },
              { label: t('keys.madeAt'), value: <LocalTime value={apiKey.created_at} /> },
            ]}
          />
          {lives && (
            <Group>
              <ConfirmButton
                question={t('keys.renewQuestion')}
                confirmText={t('keys.renew')}
                onConfirm={() => renewing.mutate()}
                buttonProps={{ loading: renewing.isPending }}
              >
                {t('keys.renew')}
              </ConfirmButton>
              <ConfirmButton
                question={t('keys.revokeQuestion')}
                confirmText={t('keys.revoke')}
                onConfirm={() => revoking.mutate()}
                buttonProps={{ loading: revoking.isPending }}
              >
                {t('keys.revoke')}
              </ConfirmButton>
            </Group>
          )}
        </div>
      )}
    </SideSheet>
  )
}

type GroupSheetProps = { companyId: number; group: ProvisionedGroup; onClosed: () => void }

/** The role and the places that a group gives; its people get them at once. */
export function GroupSheet({ companyId, group, onClosed }: GroupSheetProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const choices = useGivableRoles().filter(({ id }) => id !== roles.admin)
  const [roleId, setRoleId] = useState(group.role_id)
  const [reach, setReach] = useState<ReachInput | null>(group.reach)
  const [isChecked, setChecked] = useState(false)
  const isMissing = roleId !== null && isReachMissing(reach)
  const saving = useMutation({
    mutationFn: () =>
      administration.provisioning.mapGroup({
        ...{ id: companyId, provisioned_group_id: group.id, role_id: roleId, reach: roleId === null ? null : reach },
      }),
    onSuccess() {
      queries.invalidateQueries({ queryKey: administration.provisioning.key })
      tellDone(t('keys.provisioning.saved'))
      onClosed()
    },
    onError: () => undefined,
  })
  const isChanged = roleId !== group.role_id || JSON.stringify(reach) !== JSON.stringify(group.reach)
  return (
    <SideSheet title={group.name} onClosed={onClosed} hasUnsaved={isChanged} onDiscard={() => undefined}>
      {close => (
        <form
          className={sheet.form}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            setChecked(true)
            if (!isMissing) saving.mutate()
          }}
        >
          {saving.error && (
            <Notice kind="stop">
              <ProblemText error={saving.error} />
            </Notice>
          )}
          <Text>{t('keys.provisioning.members', { count: group.member_count })}</Text>
          <NativeSelect
            label={t('keys.role')}
            data={[
              { value: '', label: t('keys.provisioning.nothing') },
              ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={roleId === null ? '' : String(roleId)}
            onChange={({ currentTarget: { value } }) => setRoleId(value === '' ? null : Number(value))}
          />
          {roleId !== null && (
            <ReachSelect
              label={t('keys.reach')}
              value={reach}
              onChange={setReach}
              whole={t('members.reachWhole')}
              error={isChecked && isMissing ? t('members.reachMissing') : null}
            />
          )}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {t('common.save')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}
