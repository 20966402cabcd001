/**
 * The public links of a form, for those who look after it: a list of them where there are several, and each by itself. One that is made
 * is shown as an address and as a code to hang on a door, with its labels; it can be limited, and taken back.
 */
import { Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { LinkEditor } from './LinkEditor.tsx'
import { LinkList } from './LinkList.tsx'
import styles from './PublicLinkSheet.module.css'
import { usePublicLinks } from './usePublicLinks.ts'

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
