import { Button, FileButton, Textarea } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { roles } from '#shared/lib/roles.ts'
import { RoleSelect } from '../roles/RoleSelect.tsx'
import styles from './Invites.module.css'
import type { InviteManyValues } from './queries.ts'
import { StarterFormsField } from './StarterFormsField.tsx'

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
