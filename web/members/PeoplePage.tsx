import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invite } from '#shared/companies/invites.ts'
import { Can } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { NoCompany } from '../shell/ErrorPage.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { PageHeader, type Total } from '../ui/page/PageHeader.tsx'
import styles from './Members.module.css'

const InviteForm = lazyPart(() => import('./invites/InviteForm.tsx').then(part => part.InviteForm))

type Props = {
  companyId: number
  count: Total | undefined
  /** What else can be added than by inviting. */
  actions?: ReactNode
  onInvited: (invite: Invite) => void
  children: ReactNode
}

/** Around the lists of who belongs to the company and of who was asked to: from both, people are invited. */
export function PeoplePage({ companyId, count, actions, onInvited, children }: Props) {
  const { t } = useTranslation()
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <PageHeader
        title={t('members.title')}
        count={count}
        actions={
          <>
            {actions}
            <Can I="create" a="Invite">
              <Button leftSection={<IconUserPlus size={20} />} onClick={() => setInviting(true)}>
                {t('invites.invite')}
              </Button>
            </Can>
          </>
        }
      />
      {children}
      {isInviting && (
        <InviteForm
          companyId={companyId}
          onClosed={() => setInviting(false)}
          onInvited={invite => {
            setInviting(false)
            onInvited(invite)
          }}
        />
      )}
    </>
  )
}

/** One of the lists for the company that one works in, or what to do where there is none. */
export function OfCompany({ children }: { children: (companyId: number) => ReactNode }) {
  const { t } = useTranslation()
  const id = useUser()?.company_id
  return id ? children(id) : <NoCompany title={t('members.title')} />
}

/** A person's picture and name. */
export function PersonName({ person }: { person: { name: string; avatar: string | null } }) {
  return (
    <span className={styles.person}>
      <PersonAvatar name={person.name} avatar={person.avatar} size={32} />
      <bdi>{person.name}</bdi>
    </span>
  )
}
