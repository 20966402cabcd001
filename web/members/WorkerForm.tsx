import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldPath, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Worker } from '#shared/accounts/workers.ts'
import { languages } from '#shared/lib/language.ts'
import { roles } from '#shared/lib/roles.ts'
import { api } from '../api.ts'
import { RequestError } from '../lib/requestError.ts'
import { RoleSelect } from '../roles/RoleSelect.tsx'
import { ChoiceField, TextField } from '../ui/fields/formFields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './Members.module.css'
import { WorkerPhones } from './WorkerPhones.tsx'

type Values = { name: string; user_name: string; role_id: number; language_id: string | null }
const blank: Values = { name: '', user_name: '', role_id: roles.employee, language_id: null }

/** Makes an account for somebody without e-mail, then shows the code that connects their phone. */
export function WorkerForm({ companyId, onClosed }: { companyId: number; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { form, restart } = useDraftForm<Values>('worker', blank)
  const role = useController({ control: form.control, name: 'role_id' }).field
  const [worker, setWorker] = useState<Worker>()
  const making = useMutation({
    mutationFn: ({ language_id, user_name, ...values }: Values) =>
      api.workers.create({
        id: companyId,
        ...values,
        user_name: user_name || suggestUserName(values.name),
        ...(language_id && { language_id: Number(language_id) }),
      }),
    onSuccess(made) {
      queries.invalidateQueries({ queryKey: api.companies.key })
      restart()
      setWorker(made)
    },
    onError(error) {
      if (!(error instanceof RequestError)) return
      for (const [field, texts] of Object.entries(error.errors))
        if (field in blank) form.setError(field as FieldPath<Values>, { message: texts.join(' ') })
    },
  })
  if (worker) {
    return (
      <SideSheet title={worker.name} onClosed={onClosed}>
        {close => (
          <div className={styles.sheet}>
            <Notice kind="ok">{t('members.workerMade', { name: worker.name, userName: worker.user_name })}</Notice>
            <WorkerPhones companyId={companyId} member={worker} isNew />
            <SheetFooter>
              <Button onClick={close}>{t('common.close')}</Button>
            </SheetFooter>
          </div>
        )}
      </SideSheet>
    )
  }
  return (
    <SideSheet
      title={t('members.addWorker')}
      onClosed={onClosed}
      hasUnsaved={form.formState.isDirty}
      onDiscard={() => restart()}
    >
      {close => (
        <form className={styles.sheet} noValidate onSubmit={form.handleSubmit(values => making.mutate(values))}>
          <Text>{t('members.workerText')}</Text>
          {making.error && (
            <Notice kind="stop">
              <ProblemText error={making.error} />
            </Notice>
          )}
          <TextField form={form} name="name" label={t('members.name')} required maxLength={200} />
          <TextField
            form={form}
            name="user_name"
            label={t('members.userName')}
            description={t('members.userNameHint', { example: suggestUserName(form.watch('name') ?? '') })}
            maxLength={40}
          />
          <RoleSelect label={t('members.role')} value={role.value} onChange={role.onChange} except={[roles.admin]} />
          <ChoiceField
            form={form}
            name="language_id"
            label={t('members.language')}
            choices={languages.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {t('members.makeWorker')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}

/** A user name out of a name, of the letters and figures that one may have: "Ágnes Kovács" gives "ágnes.kovács". */
function suggestUserName(name: string): string {
  const words = name.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('.').slice(0, 40)
}
