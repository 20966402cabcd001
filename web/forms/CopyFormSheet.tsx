import { Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { useOwnCompanies } from '../shell/company.ts'
import { Notice } from '../ui/Notice.tsx'
import sheet from '../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { tellDone } from '../ui/toast.tsx'

type Props = { id: number; name: string; companyId: number; onClosed: () => void }

/** Copies a form into another company that the person manages, where it begins as a draft. */
export function CopyFormSheet({ id, name, companyId, onClosed }: Props) {
  const { t } = useTranslation()
  const others = (useOwnCompanies() ?? []).filter(company => company.id !== companyId)
  const [wanted, setWanted] = useState<number>()
  const target = wanted ?? others[0]?.id
  const { mutate, isPending, error } = useMutation({
    mutationFn: (company_id: number) => api.forms.copyTo({ company_id, form_id: id }),
    // Said in place, below.
    onError: () => undefined,
  })
  return (
    <SideSheet title={t('forms.copyToCompany')} onClosed={onClosed}>
      {close => (
        <div className={sheet.form}>
          <NativeSelect
            label={t('forms.company')}
            value={String(target ?? '')}
            data={others.map(company => ({ value: String(company.id), label: company.name }))}
            onChange={event => setWanted(Number(event.currentTarget.value))}
          />
          {error && <Notice kind="stop">{errorText(error, t)}</Notice>}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button
              loading={isPending}
              disabled={target === undefined}
              onClick={() =>
                target !== undefined &&
                mutate(target, {
                  onSuccess() {
                    const company = others.find(one => one.id === target)?.name ?? ''
                    tellDone(t('forms.copiedTo', { name, company }))
                    close()
                  },
                })
              }
            >
              {t('forms.copy')}
            </Button>
          </SheetFooter>
        </div>
      )}
    </SideSheet>
  )
}
