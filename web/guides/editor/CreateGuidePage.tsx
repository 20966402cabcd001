import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, toLocale } from '#shared/lib/language.ts'
import { api } from '../../api.ts'
import { errorText } from '../../lib/errorText.ts'
import { inTab, storedText } from '../../lib/storage.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader, PageSkeleton } from '../../ui/page/PageHeader.tsx'
import styles from './GuideEditor.module.css'

const stored = storedText(inTab, 'tend_new_guide')

/**
 * A new guide. From the button and the palette (`#new`) its editor opens at once, where the title is selected; the
 * address by itself asks for the title first, so that nothing is created by looking at it.
 */
export function CreateGuidePage() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isAtOnce = useLocation().hash === 'new'
  const [title, setTitle] = useState(() => stored.read() ?? '')
  const [language, setLanguage] = useState(toLocale(i18n.language))
  const { mutate, isPending, isIdle, error } = useMutation({
    mutationFn: (called: string) =>
      api.guides.create({ title: { [language]: called }, category: 'other', default_language: language }),
    onSuccess(guide) {
      stored.remove()
      queries.invalidateQueries({ queryKey: api.guides.key })
      navigate({ href: `/guides/edit/${guide.id}#title`, replace: true })
    },
  })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!isAtOnce || hasBegun.current) return
    hasBegun.current = true
    mutate(t('guides.newTitle'))
  }, [isAtOnce, mutate, t])
  if (isAtOnce && (isPending || isIdle)) return <PageSkeleton />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim()) mutate(title.trim())
  }
  return (
    <>
      <PageHeader title={t('guides.newTitle')} back={{ to: '/guides/all', text: t('guides.allTitle') }} />
      <form onSubmit={submit} className={styles.settings}>
        {error && <Notice kind="stop">{errorText(error, t)}</Notice>}
        <TextInput
          label={t('guides.name')}
          required
          maxLength={200}
          value={title}
          onChange={event => {
            setTitle(event.currentTarget.value)
            stored.write(event.currentTarget.value)
          }}
        />
        <NativeSelect
          label={t('guides.ownLanguage')}
          description={t('guides.ownLanguageHelp')}
          value={language}
          data={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
          onChange={event => setLanguage(toLocale(event.currentTarget.value))}
        />
        <div>
          <Button type="submit" loading={isPending}>
            {t('guides.begin')}
          </Button>
        </div>
      </form>
    </>
  )
}
