import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import { maxLinks, type PublicLink } from '#shared/forms/public/publicLink.ts'
import { useFormat } from '../../lib/format.ts'
import { SheetFooter } from '../../ui/SideSheet.tsx'
import styles from './LinkList.module.css'
import { LinkState } from './LinkState.tsx'

type Props = {
  form: FormDetail
  links: PublicLink[]
  onChoose: (id: number) => void
  onNew: () => void
  close: () => void
}

/** The links of a form by name, each with how it stands. */
export function LinkList({ form, links, onChoose, onNew, close }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <ul className={styles.list} aria-label={t('publicLink.links')}>
        {links.map(link => (
          <li key={link.id} className={styles.link}>
            <button type="button" className={styles.button} onClick={() => onChoose(link.id)}>
              <bdi className={styles.name}>{link.name || t('publicLink.nameless')}</bdi>
              <Facts link={link} />
            </button>
            <LinkState form={form} link={link} />
          </li>
        ))}
      </ul>
      {links.length < maxLinks && (
        <Button variant="default" leftSection={<IconPlus size={20} />} onClick={onNew}>
          {t('publicLink.another')}
        </Button>
      )}
      <SheetFooter>
        <Button variant="default" onClick={close}>
          {t('common.close')}
        </Button>
      </SheetFooter>
    </>
  )
}

/** How often it was used, until when it is good, and what is asked first. */
function Facts({ link: { cap, responses, last_day, has_pin, label_question } }: { link: PublicLink }) {
  const { t } = useTranslation()
  const format = useFormat()
  const facts = [
    cap === null
      ? t('publicLink.responses', { count: responses })
      : t('publicLink.responsesOf', { responses: format.number(responses), cap: format.number(cap) }),
    last_day && t('publicLink.until', { day: format.date(last_day) }),
    has_pin && t('publicLink.pin'),
    label_question && t('publicLink.labels'),
  ]
  return <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
}
