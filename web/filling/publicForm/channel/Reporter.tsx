import { Button, Checkbox, CopyButton, Radio, Textarea } from '@mantine/core'
import { IconCalendarPlus, IconCheck, IconCopy, IconPrinter, IconShieldCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { identities } from '#shared/cases/rules.ts'
import { saveFile } from '../../../lib/saveFile.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { usePageTitle } from '../../../ui/page/pageTitle.ts'
import type { Link } from '../publicLink.ts'
import { keepBeside, keptBeside } from '../publicSessions.ts'
import styles from './Reporter.module.css'
import { reminderOf } from './reminder.ts'
import { forgetReport, keepIdentity, keptIdentity, type Reported } from './report.ts'

/** What the reporter wants to be: nobody, unless they say otherwise, and then who. */
export function ReporterChoice({ formId }: { formId: number }) {
  const { t } = useTranslation()
  const [identity, setIdentity] = useState(() => keptIdentity(formId))
  const [contact, setContact] = useState(() => keptBeside('contact', formId))
  return (
    <>
      <Radio.Group
        label={t('publicCase.identity')}
        description={t('publicCase.identityHelp')}
        value={identity}
        onChange={value => {
          const chosen = identities.find(one => one === value) ?? 'anonymous'
          setIdentity(chosen)
          keepIdentity(formId, chosen)
        }}
      >
        {identities.map(one => (
          <Radio
            key={one}
            mt="sm"
            value={one}
            label={t(`publicCase.identities.${one}`)}
            description={t(`publicCase.identityTexts.${one}`)}
          />
        ))}
      </Radio.Group>
      {identity !== 'anonymous' && (
        <Textarea
          label={t('publicCase.contact')}
          value={contact}
          maxLength={500}
          minRows={2}
          autoComplete="off"
          onChange={event => {
            setContact(event.currentTarget.value)
            keepBeside('contact', formId, event.currentTarget.value)
          }}
        />
      )}
    </>
  )
}

/** After a report: its code, once. From here on this device keeps nothing of it. */
export function CodeShown({ link, code, receivedOn }: Reported & { link: Link }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isKept, setKept] = useState(false)
  usePageTitle(t('publicCase.arrived'))
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    forgetReport(link).catch(error => console.error('The device could not be cleared', error))
  }, [link])
  useEffect(() => {
    if (isKept) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isKept])

  return (
    <section className={styles.page}>
      <IconShieldCheck size={56} className={styles.icon} data-status="ok" />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t('publicCase.arrived')}
      </h1>
      <p className={styles.text}>{t('publicCase.codeText')}</p>
      <output className={styles.code} dir="ltr" aria-label={t('publicCase.code')}>
        {code.split('-').map((group, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups stand where they stand
          <span key={at}>{group}</span>
        ))}
      </output>
      <div className={styles.actions}>
        <CopyButton value={code} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="lg"
              leftSection={copied ? <IconCheck size={20} /> : <IconCopy size={20} />}
              onClick={copy}
            >
              {copied ? t('publicCase.copied') : t('publicCase.copy')}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" size="lg" leftSection={<IconPrinter size={20} />} onClick={() => print()}>
          {t('publicCase.print')}
        </Button>
        <Button
          variant="default"
          size="lg"
          leftSection={<IconCalendarPlus size={20} />}
          onClick={() => {
            const text = reminderOf(receivedOn, t('publicCase.reminder'))
            saveFile(new Blob([text], { type: 'text/calendar' }), 'calendar.ics')
          }}
        >
          {t('publicCase.saveReminder')}
        </Button>
      </div>
      <Notice kind="info">{t('publicCase.once')}</Notice>
      <p className={styles.text}>
        {t('publicCase.address')} <bdi className={styles.address}>{`${location.origin}/form/public/case`}</bdi>
      </p>
      <p className={styles.text}>{t('publicCase.reminderText')}</p>
      <Checkbox
        checked={isKept}
        label={t('publicCase.kept')}
        onChange={event => setKept(event.currentTarget.checked)}
      />
      <p className={styles.text}>{isKept ? t('publicCase.close') : t('publicCase.history')}</p>
    </section>
  )
}
