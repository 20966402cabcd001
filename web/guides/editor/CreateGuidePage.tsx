import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guideCategories } from '#shared/guides/rules.ts'
import { languages, toLocale } from '#shared/lib/language.ts'
import { api } from '../../api.ts'
import { errorText } from '../../lib/errorText.ts'
import { inTab, storedText } from '../../lib/storage.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import styles from './GuideEditor.module.css'

const stored = storedText(inTab, 'tend_new_guide')

/** A new guide: what it is called and what it is about. The rest is written in its editor, which keeps it at every pause. */
export function CreateGuidePage() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [title, setTitle] = useState(() => stored.read() ?? '')
  const [category, setCategory] = useState<(typeof guideCategories)[number]>('other')
  const [language, setLanguage] = useState(toLocale(i18n.language))
  const creating = useMutation({
    mutationFn: () => api.guides.create({ title: { [language]: title.trim() }, category, default_language: language }),
    onSuccess(guide) {
      stored.remove()
      queries.invalidateQueries({ queryKey: api.guides.key })
      navigate({ href: `/guides/edit/${guide.id}`, replace: true })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim()) creating.mutate()
  }
  return (
    <>
      <PageHeader title={t('guides.newTitle')} back={{ to: '/guides/all', text: t('guides.allTitle') }} />
      <form onSubmit={submit} className={styles.settings}>
        {creating.error && <Notice kind="stop">{errorText(creating.error, t)}</Notice>}
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
          label={t('guides.category')}
          value={category}
          data={guideCategories.map(value => ({ value, label: t(`guides.categories.${value}`) }))}
          onChange={event => setCategory(event.currentTarget.value as typeof category)}
        />
        <NativeSelect
          label={t('guides.ownLanguage')}
          description={t('guides.ownLanguageHelp')}
          value={language}
          data={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
          onChange={event => setLanguage(toLocale(event.currentTarget.value))}
        />
        <div>
          <Button type="submit" loading={creating.isPending}>
            {t('guides.begin')}
          </Button>
        </div>
      </form>
    </>
  )
}
