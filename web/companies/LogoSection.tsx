import { Button, FileButton, Group } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { CompanyLogo } from './CompanyLogo.tsx'
import styles from './LogoSection.module.css'

const accepted = 'image/png,image/jpeg,image/webp,image/svg+xml'

/** The company's logo: seen by whoever works there, set and removed by whoever may change the company. */
export function LogoSection({ company }: { company: Company }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const reset = useRef<() => void>(null)
  const mayChange = useAbility()('update', 'Company', company)
  const { logo } = company
  const { id } = company
  const settled = (saved: Company) => {
    queries.setQueryData(api.companies.get.query({ id }).queryKey, saved)
    void queries.invalidateQueries({ queryKey: api.companies.key })
  }
  const setting = useMutation({
    mutationFn: (file: File) => api.companies.setLogo({ id }, { files: { file } }),
    onSuccess: settled,
    // Said in place, below.
    onError: () => undefined,
    onSettled: () => reset.current?.(),
  })
  const removing = useMutation({
    mutationFn: () => api.companies.removeLogo({ id }),
    onSuccess: () => settled({ ...company, logo: null }),
    onError: () => undefined,
  })
  const error = setting.error ?? removing.error
  // Copies of earlier versions know of none.
  if (!logo && !mayChange) return null
  return (
    <section className={styles.section} aria-labelledby="company-logo">
      <h2 id="company-logo" className={styles.heading}>
        {t('companies.logo.title')}
      </h2>
      {logo && <CompanyLogo logo={logo} alt={t('companies.logo.of', { name: company.name })} height={72} />}
      {mayChange && (
        <>
          <p className={styles.meaning}>{t('companies.logo.meaning')}</p>
          {error && (
            <Notice kind="stop">
              <ProblemText error={error} />
            </Notice>
          )}
          <Group gap="xs">
            <FileButton resetRef={reset} accept={accepted} onChange={file => file && setting.mutate(file)}>
              {props => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconPhotoPlus size={20} />}
                  loading={setting.isPending}
                >
                  {t(logo ? 'companies.logo.replace' : 'companies.logo.choose')}
                </Button>
              )}
            </FileButton>
            {logo && (
              <ConfirmButton
                question={t('companies.logo.removeQuestion')}
                confirmText={t('companies.logo.remove')}
                onConfirm={() => removing.mutate()}
                buttonProps={{ leftSection: <IconTrash size={20} />, loading: removing.isPending }}
              >
                {t('companies.logo.remove')}
              </ConfirmButton>
            )}
          </Group>
        </>
      )}
    </section>
  )
}
