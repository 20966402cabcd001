/** Questions from the library or from another form of the company, to pick and put at a place of this one. */
import { ActionIcon, Button, Checkbox, NativeSelect, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Definition } from '#shared/forms/definition.ts'
import type { LibraryContent, LibraryItem } from '#shared/forms/library.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { textHolds } from '#shared/lib/searching.ts'
import { api } from '../../../api.ts'
import { ArchiveSwitch } from '../../../ui/list/Filters.tsx'
import { SheetFooter, SideSheet } from '../../../ui/SideSheet.tsx'
import { tellUndo } from '../../../ui/toast.tsx'
import { typeIcons } from '../../questionTypes.ts'
import { useChangeDefinition, useShown, useWays } from '../EditingContext.tsx'
import styles from '../FormEditor.module.css'
import type { ElementPlace } from '../structure/structure.ts'
import { contentOfElements, inserted } from './insertion.ts'

type Props = { place: ElementPlace; formId: number; onClosed: () => void }
type Offer = { key: string; name: LocalizedText; content: LibraryContent; item?: LibraryItem }

export function InsertSheet({ place, formId, onClosed }: Props) {
  const { t } = useTranslation()
  const change = useChangeDefinition()
  const { goTo } = useWays()
  const { language, content } = useShown().state
  const fallback = content.definition.default_language
  const [source, setSource] = useState<'library' | 'form'>('library')
  const [chosenForm, setForm] = useState<number>()
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())

  const [isArchive, setArchive] = useState(false)
  const library = useQuery(api.forms.library.query({ archived: isArchive }))
  const forms = (useQuery(api.forms.list.query({ per_page: 100 })).data?.data ?? []).filter(({ id }) => id !== formId)
  const other = chosenForm ?? forms[0]?.id
  const form = useQuery({
    ...api.forms.get.query({ id: other ?? 0 }),
    enabled: source === 'form' && other !== undefined,
  })
  const offers =
    source === 'library'
      ? library.data?.map((item): Offer => ({ key: `${item.id}`, name: item.name, content: item.content, item }))
      : form.data && offersOf(form.data.draft ?? form.data.published?.definition)
  const read = (text: LocalizedText) => textIn(text, language, fallback).text
  const shown = offers?.filter(({ name }) => textHolds(read(name), search))

  function insert(close: () => void) {
    const all = (offers ?? []).filter(({ key, item }) => picked.has(key) && !item?.archived_at)
    const together: LibraryContent = {
      elements: all.flatMap(offer => offer.content.elements),
      choice_sets: [
        ...new Map(all.flatMap(offer => offer.content.choice_sets ?? []).map(set => [set.id, set])).values(),
      ],
    }
    const next = inserted(content.definition, place, together)
    change(() => next.definition, undefined, {
      select: next.first,
      said: t('formEditor.said.inserted', { count: all.length }),
    })
    if (next.first) goTo(next.first)
    close()
  }

  return (
    <SideSheet title={t('formEditor.insertTitle')} onClosed={onClosed}>
      {close => (
        <div className={styles.insertSheetSheet}>
          <SegmentedControl
            aria-label={t('formEditor.insertFrom')}
            value={source}
            onChange={value => {
              setSource(value === 'form' ? 'form' : 'library')
              setPicked(new Set())
            }}
            data={(['library', 'form'] as const).map(value => ({
              value,
              label: t(`formEditor.insertSources.${value}`),
            }))}
          />
          {source === 'form' && (
            <NativeSelect
              label={t('formEditor.form')}
              value={String(other ?? '')}
              data={forms.map(({ id, name, default_language }) => ({
                value: String(id),
                label: textIn(name, language, default_language).text,
              }))}
              onChange={event => {
                setForm(Number(event.currentTarget.value))
                setPicked(new Set())
              }}
            />
          )}
          <TextInput
            type="search"
            aria-label={t('common.search')}
            placeholder={t('common.search')}
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
          />
          {source === 'library' && <ArchiveSwitch isOn={isArchive} onChange={setArchive} />}
          {!shown && <Skeleton height={160} />}
          {shown?.length === 0 && (
            <p className={styles.nothing}>
              {t(source === 'library' && !isArchive ? 'formEditor.libraryEmpty' : 'common.nothingFound')}
            </p>
          )}
          <ul className={styles.offers}>
            {shown?.map(({ key, name, content: offered, item }) => {
              const [element] = offered.elements
              const Icon = element && typeIcons[element.type]
              return (
                <li key={key} className={styles.offer}>
                  <Checkbox
                    label={
                      <span className={styles.name}>
                        {Icon && <Icon size={18} />}
                        {read(name)}
                      </span>
                    }
                    description={element && t(`forms.types.${element.type}`)}
                    checked={picked.has(key)}
                    disabled={Boolean(item?.archived_at)}
                    onChange={() => setPicked(picked.has(key) ? without(picked, key) : new Set([...picked, key]))}
                  />
                  {item && <LibraryItemTools item={item} name={read(name)} />}
                </li>
              )
            })}
          </ul>
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button disabled={picked.size === 0} onClick={() => insert(close)}>
              {t('formEditor.insert')}
            </Button>
          </SheetFooter>
        </div>
      )}
    </SideSheet>
  )
}

const without = (set: ReadonlySet<string>, key: string) => new Set([...set].filter(one => one !== key))

/** The elements directly in the sections of a form; a group or repeat comes with its children. */
const offersOf = (definition: Definition | undefined): Offer[] =>
  definition?.sections.flatMap(({ questions }) =>
    questions.map(element => ({
      key: element.id,
      name: element.label,
      content: contentOfElements(definition, [element]),
    })),
  ) ?? []

/**
 * Takes something out of the library, at once and for 30 days from its archive it can be undone; forms keep what
 * they have.
 */
function LibraryItemTools({ item: { id, archived_at }, name }: { item: LibraryItem; name: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: api.forms.library.key })
  const restoring = useMutation({ mutationFn: () => api.forms.restoreToLibrary({ id }), onSettled })
  const removing = useMutation({
    mutationFn: () => api.forms.removeFromLibrary({ id }),
    onSuccess: () => tellUndo(t('formEditor.said.outOfLibrary', { name }), t('common.undo'), () => restoring.mutate()),
    onSettled,
  })
  if (archived_at)
    return (
      <Button
        variant="default"
        size="compact-md"
        aria-label={`${t('common.restore')}${t('common.colon')} ${name}`}
        loading={restoring.isPending}
        onClick={() => restoring.mutate()}
      >
        {t('common.restore')}
      </Button>
    )
  return (
    <ActionIcon
      aria-label={t('formEditor.outOfLibrary', { name })}
      title={t('formEditor.remove')}
      loading={removing.isPending}
      onClick={() => removing.mutate()}
    >
      <IconTrash size={20} />
    </ActionIcon>
  )
}
