import { Button, Checkbox, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListView, ViewedList } from '#shared/views/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { ArchiveSwitch } from '../ui/list/Filters.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone, tellProblem } from '../ui/toast.tsx'
import { type OpenView, useSettings } from './queries.ts'
import { ViewEditor } from './ViewEditor.tsx'
import styles from './ViewSheet.module.css'

/** The views of a list: opening one, changing it, and saving what the list shows now. */
export function ViewSheet({ viewing, onClosed }: { viewing: OpenView; onClosed: () => void }) {
  const { t } = useTranslation()
  const can = useAbility()
  const { open, isChanged, settings, filters, chosen } = viewing
  const { refresh } = useSettings(viewing.name)
  const isEverything = !open && Object.keys(filters).length === 0
  const [edited, setEdited] = useState<number>()
  const mayChange = (view: ListView) =>
    can('update', 'ListView', view) && (!view.for_everybody || can('share', 'ListView', view))
  const saving = useMutation({
    mutationFn: (view: ListView) =>
      api.views.update({ id: view.id, revision: view.revision, filters, columns: chosen }),
    onSuccess: async view => {
      await refresh()
      viewing.show(view)
      void tellDone(t('views.saved', { name: view.name }))
    },
    onError: error => void tellProblem(error),
  })
  return (
    <SideSheet title={t('views.title')} onClosed={onClosed}>
      {close => (
        <div className={styles.sheet}>
          <ul className={styles.list}>
            <li className={styles.view}>
              <UnstyledButton
                className={styles.open}
                aria-current={isEverything || undefined}
                onClick={() => {
                  viewing.show(undefined)
                  close()
                }}
              >
                {t('views.everything')}
                {isEverything && <IconCheck size={18} />}
              </UnstyledButton>
            </li>
            {settings?.views.map(view => (
              <li key={view.id} className={styles.view}>
                <div className={styles.line}>
                  <UnstyledButton
                    className={styles.open}
                    aria-current={open?.id === view.id || undefined}
                    onClick={() => {
                      viewing.show(view)
                      close()
                    }}
                  >
                    <span>
                      <bdi>{view.name}</bdi>
                      <About view={view} isFirst={settings.default_view_id === view.id} />
                    </span>
                    {open?.id === view.id && <IconCheck size={18} />}
                  </UnstyledButton>
                  <Button
                    variant="subtle"
                    color="gray"
                    aria-label={t('views.change', { name: view.name })}
                    aria-expanded={edited === view.id}
                    onClick={() => setEdited(edited === view.id ? undefined : view.id)}
                  >
                    <IconPencil size={18} />
                  </Button>
                </div>
                {edited === view.id && (
                  <ViewEditor
                    viewing={viewing}
                    view={view}
                    mayChange={mayChange(view)}
                    onDone={() => setEdited(undefined)}
                    onRemoved={close}
                  />
                )}
              </li>
            ))}
          </ul>
          <ArchivedViews list={viewing.name} />
          {open && isChanged && mayChange(open) && (
            <Button
              variant="default"
              loading={saving.isPending}
              onClick={() => saving.mutate(open, { onSuccess: close })}
            >
              {t('views.saveChanges', { name: open.name })}
            </Button>
          )}
          <NewView viewing={viewing} onSaved={close} />
        </div>
      )}
    </SideSheet>
  )
}

/** Whose view it is, and whether the list opens with it. */
function About({ view, isFirst }: { view: ListView; isFirst: boolean }) {
  const { t } = useTranslation()
  const isOwn = useUser()?.id === view.user_id
  const said = [
    view.for_everybody && (isOwn ? t('views.shared') : t('views.sharedBy', { name: view.user_name })),
    isFirst && t('views.opensFirst'),
  ].filter(text => text !== false)
  return said.length > 0 && <small className={styles.about}>{said.join(' · ')}</small>
}

/** The views of a list that were thrown away in the last 30 days, each with the way back. */
function ArchivedViews({ list }: { list: ViewedList }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const archived = useQuery({ ...api.views.settings.query({ list, archived: true }), enabled: isOpen }).data?.views
  const restoring = useMutation({
    mutationFn: ({ id }: ListView) => api.views.restore({ id }),
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.views.settings.key }),
  })
  return (
    <div>
      <ArchiveSwitch isOn={isOpen} onChange={setOpen} />
      {isOpen && archived && (
        <ul className={styles.list}>
          {archived.length === 0 && <li className={styles.hint}>{t('common.nothingFound')}</li>}
          {archived.map(view => (
            <li key={view.id} className={styles.view}>
              <div className={styles.line}>
                <bdi className={styles.archived}>{view.name}</bdi>
                <Button
                  variant="default"
                  size="compact-md"
                  aria-label={`${t('common.restore')}${t('common.colon')} ${view.name}`}
                  loading={restoring.isPending && restoring.variables.id === view.id}
                  onClick={() => restoring.mutate(view)}
                >
                  {t('common.restore')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Saves what the list shows now under a name. */
function NewView({ viewing, onSaved }: { viewing: OpenView; onSaved: () => void }) {
  const { t } = useTranslation()
  const can = useAbility()
  const user = useUser()
  const { refresh } = useSettings(viewing.name)
  const [name, setName] = useState('')
  const [forEverybody, setForEverybody] = useState(false)
  const saving = useMutation({
    mutationFn: () =>
      api.views.create({
        ...{ list: viewing.name, name, filters: viewing.filters },
        ...{ columns: viewing.chosen, for_everybody: forEverybody },
      }),
    // The sheet shows it.
    onError: () => undefined,
    onSuccess: async view => {
      await refresh()
      viewing.show(view)
      void tellDone(t('views.saved', { name: view.name }))
      onSaved()
    },
  })
  return (
    <form
      className={styles.form}
      aria-labelledby="new-view"
      onSubmit={event => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <h3 id="new-view" className={styles.heading}>
        {t('views.saveNow')}
      </h3>
      {saving.error && (
        <Notice kind="stop">
          <ProblemText error={saving.error} />
        </Notice>
      )}
      <TextInput
        label={t('views.name')}
        required
        maxLength={200}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      {can('share', 'ListView', { company_id: user?.company_id, user_id: user?.id }) && (
        <Checkbox
          className={styles.option}
          label={t('views.forEverybody')}
          checked={forEverybody}
          onChange={event => setForEverybody(event.currentTarget.checked)}
        />
      )}
      <Button type="submit" loading={saving.isPending}>
        {t('views.save')}
      </Button>
    </form>
  )
}
