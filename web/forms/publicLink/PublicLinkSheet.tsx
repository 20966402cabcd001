/**
 * The public links of a form, for those who look after it: a list of them where there are several, and each by itself.
 * One that is made is shown as an address and as a code to hang on a door, with its labels; it can be limited, and
 * undone.
 */
import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import { maxLinks, type PublicLink } from '#shared/forms/public/publicLink.ts'
import { useFormat } from '../../lib/format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { LinkEditor } from './LinkEditor.tsx'
import styles from './PublicLinkSheet.module.css'
import { LinkState, usePublicLinks } from './publicLinks.tsx'

type Props = { form: FormDetail; name: string; onClosed: () => void }

/** Which link is shown: one by its id, a new one, or the list. */
type Chosen = number | 'new' | 'list'

export function PublicLinkSheet({ form, name, onClosed }: Props) {
  const { t } = useTranslation()
  const [hasUnsaved, setUnsaved] = useState(false)
  return (
    <SideSheet title={t('publicLink.title')} onClosed={onClosed} hasUnsaved={hasUnsaved}>
      {close => (
        <div className={styles.sheet}>
          {form.published ? (
            <Links form={form} name={name} published={form.published} onUnsaved={setUnsaved} close={close} />
          ) : (
            <>
              <Text>{t('publicLink.intro')}</Text>
              <Notice kind="info">{t('publicLink.notPublished')}</Notice>
            </>
          )}
        </div>
      )}
    </SideSheet>
  )
}

type LinksProps = Omit<Props, 'onClosed'> & {
  published: NonNullable<FormDetail['published']>
  onUnsaved: (hasUnsaved: boolean) => void
  close: () => void
}

function Links({ form, name, published, onUnsaved, close }: LinksProps) {
  const { data, error, refetch } = usePublicLinks(form)
  const [wanted, setWanted] = useState<Chosen>()
  const choose = useCallback(
    (chosen: Chosen | undefined) => {
      onUnsaved(false)
      setWanted(chosen)
    },
    [onUnsaved],
  )
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return null
  const links = data.data
  const [only] = links
  // Nobody has to pick the one that there is, or to say that there is none.
  const usual = only === undefined ? 'new' : links.length === 1 ? only.id : 'list'
  const link = links.find(({ id }) => id === wanted)
  const chosen = wanted === undefined || (typeof wanted === 'number' && !link) ? usual : wanted

  if (chosen === 'list')
    return <LinkList form={form} links={links} onChoose={choose} onNew={() => choose('new')} close={close} />
  return (
    <LinkEditor
      key={chosen}
      form={form}
      name={name}
      definition={published.definition}
      link={links.find(({ id }) => id === chosen) ?? null}
      onUnsaved={onUnsaved}
      onMade={({ id }) => choose(id)}
      onRevoked={() => choose(undefined)}
      onList={links.length > 0 ? () => choose('list') : undefined}
      close={close}
    />
  )
}

type LinkListProps = {
  form: FormDetail
  links: PublicLink[]
  onChoose: (id: number) => void
  onNew: () => void
  close: () => void
}

/** The links of a form by name, each with its state. */
function LinkList({ form, links, onChoose, onNew, close }: LinkListProps) {
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
