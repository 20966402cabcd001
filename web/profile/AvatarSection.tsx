import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { storeUser } from '../lib/session/session.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './Profile.module.css'
import { Section } from './Section.tsx'

const AvatarCrop = lazyPart(() => import('./AvatarCrop.tsx').then(part => part.AvatarCrop))

/** The picture that colleagues see, or the initials in its place. */
export function AvatarSection({ name, avatar }: { name: string; avatar: string | null }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<File | null>(null)
  const removing = useMutation({
    mutationFn: () => api.me.removeAvatar(),
    onSuccess: async () => storeUser(await api.auth.user()),
    onError: () => undefined,
  })
  const setting = useMutation({
    mutationFn: (picture: Blob) => api.me.setAvatar({}, { files: { file: picture } }),
    onSuccess(user) {
      storeUser(user)
      setChosen(null)
      tellDone(t('profile.avatar.saved'))
    },
    onError: () => undefined,
  })
  return (
    <Section title={t('profile.avatar.title')} text={t('profile.avatar.text')}>
      {removing.error && <Notice kind="stop">{errorText(removing.error, t)}</Notice>}
      <div className={styles.avatar}>
        <PersonAvatar name={name} avatar={avatar} size={96} />
        <div className={styles.actions}>
          <FileButton onChange={setChosen} accept="image/png,image/jpeg,image/webp,image/gif">
            {button => (
              <Button variant="default" {...button}>
                {avatar ? t('profile.avatar.change') : t('profile.avatar.choose')}
              </Button>
            )}
          </FileButton>
          {avatar && (
            <Button variant="default" loading={removing.isPending} onClick={() => removing.mutate()}>
              {t('profile.avatar.remove')}
            </Button>
          )}
        </div>
      </div>
      {chosen && (
        <AvatarCrop
          file={chosen}
          isSaving={setting.isPending}
          error={setting.error}
          onCrop={picture => setting.mutate(picture)}
          onClose={() => {
            setting.reset()
            setChosen(null)
          }}
        />
      )}
    </Section>
  )
}
