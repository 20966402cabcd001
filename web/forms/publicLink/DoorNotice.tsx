import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { PublicLink } from '#shared/forms/public/publicLink.ts'
import { api } from '../../api.ts'
import { CompanyLogo } from '../../companies/CompanyLogo.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import styles from './DoorNotice.module.css'

type Props = { form: FormDetail; name: string; link: PublicLink; onPrinted: () => void }

/** A sheet to hang on a door, which is printed as soon as it stands: whose form it is, what it asks for, and how to get there. */
export function DoorNotice({ form, name, link, onPrinted }: Props) {
  const { t } = useTranslation()
  const company = useQuery(api.companies.get.query({ id: form.company_id }))
  const logo = company.data?.logo
  const [hasLogo, setHasLogo] = useState(false)
  // A picture that has not come would be missing on paper.
  const isReady = !company.isPending && (!logo || hasLogo)
  useEffect(() => {
    if (!isReady) return
    // Phones print a while after they were asked to.
    addEventListener('afterprint', onPrinted)
    window.print()
    return () => removeEventListener('afterprint', onPrinted)
  }, [isReady, onPrinted])

  return createPortal(
    <section className={styles.notice}>
      {logo && <CompanyLogo logo={logo} height={96} onSettled={() => setHasLogo(true)} />}
      <p className={styles.company}>{company.data?.name}</p>
      <h1 className={styles.title}>{name}</h1>
      <div className={styles.code}>
        <QrCode text={link.address} label={t('publicLink.code')} />
      </div>
      <p className={styles.how}>{t('publicLink.notice.how')}</p>
      <p className={styles.text}>
        {t('publicLink.notice.noApp')} {link.has_pin && t('publicLink.notice.pin')}
      </p>
      <p className={styles.text}>{t('publicLink.notice.address')}</p>
      <p className={styles.address} dir="ltr">
        {link.address}
      </p>
    </section>,
    document.body,
  )
}
