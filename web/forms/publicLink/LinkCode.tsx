import { Button, CopyButton, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink, IconPrinter, IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { PublicLink } from '#shared/forms/public/publicLink.ts'
import { api } from '../../api.ts'
import { CompanyLogo } from '../../companies/CompanyLogo.tsx'
import { useFormat } from '../../lib/format.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import styles from './PublicLinkSheet.module.css'

type Props = { form: FormDetail; name: string; link: PublicLink }

/** The link to hand out: as a code, as an address, on paper; and how often the form was filled in by it. */
export function LinkCode({ form, name, link }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  /** How often it was sent to the printer; 0 while it is not. */
  const [printing, setPrinting] = useState(0)
  const stopPrinting = useCallback(() => setPrinting(0), [])
  const { address, cap, responses } = link
  const icon = { size: 20, 'aria-hidden': true }
  return (
    <section className={styles.code} aria-label={t('publicLink.code')}>
      <div className={styles.picture}>
        <QrCode text={address} label={t('publicLink.code')} />
      </div>
      <div className={styles.beside}>
        <p className={styles.responses}>
          {cap === null
            ? t('publicLink.responses', { count: responses })
            : t('publicLink.responsesOf', { responses: format.number(responses), cap: format.number(cap) })}
        </p>
        <TextInput
          label={t('publicLink.address')}
          readOnly
          dir="ltr"
          value={address}
          onFocus={event => event.currentTarget.select()}
        />
        <div className={styles.acts}>
          <CopyButton value={address} timeout={2000}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
                onClick={copy}
              >
                {copied ? t('publicLink.copied') : t('publicLink.copy')}
              </Button>
            )}
          </CopyButton>
          {'share' in navigator && (
            <Button
              variant="default"
              leftSection={<IconShare {...icon} />}
              // Closing the system's sheet is no failure.
              onClick={() => void navigator.share({ title: name, url: address }).catch(() => undefined)}
            >
              {t('publicLink.share')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconPrinter {...icon} />}
            onClick={() => setPrinting(count => count + 1)}
          >
            {t('publicLink.print')}
          </Button>
          <Button
            component="a"
            href={address}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink {...icon} />}
          >
            {t('publicLink.open')}
          </Button>
        </div>
      </div>
      {printing > 0 && <DoorNotice key={printing} form={form} name={name} link={link} onPrinted={stopPrinting} />}
    </section>
  )
}

type DoorNoticeProps = { form: FormDetail; name: string; link: PublicLink; onPrinted: () => void }

/** A sheet to hang on a door, printed as soon as it is rendered: company, form, address and code. */
function DoorNotice({ form, name, link, onPrinted }: DoorNoticeProps) {
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
      <div className={styles.doorNoticeCode}>
        <QrCode text={link.address} label={t('publicLink.code')} />
      </div>
      <p className={styles.how}>{t('publicLink.notice.how')}</p>
      <p className={styles.doorNoticeText}>
        {t('publicLink.notice.noApp')} {link.has_pin && t('publicLink.notice.pin')}
      </p>
      <p className={styles.doorNoticeText}>{t('publicLink.notice.address')}</p>
      <p className={styles.address} dir="ltr">
        {link.address}
      </p>
    </section>,
    document.body,
  )
}
