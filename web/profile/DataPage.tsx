import { useTranslation } from 'react-i18next'
import { useUser } from '../lib/session/session.ts'
import { AvatarSection } from './AvatarSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { PersonForm } from './PersonForm.tsx'
import { Section } from './Section.tsx'

/** /profile: name and picture, address, language and time. */
export function DataPage() {
  const { t } = useTranslation()
  const user = useUser()
  if (!user) return null
  return (
    <>
      <AvatarSection name={user.name} avatar={user.avatar} />
      <Section title={t('profile.person.title')}>
        <PersonForm user={user} />
      </Section>
      {user.email !== null && <EmailSection email={user.email} isConfirmed={user.email_confirmed_at !== null} />}
      {user.user_name && (
        <Section title={t('profile.userName.title')} text={t('profile.userName.text')}>
          <strong>{user.user_name}</strong>
        </Section>
      )}
    </>
  )
}
