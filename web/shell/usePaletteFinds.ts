/**
 * What somebody can find by name: records, colleagues, forms, tasks and guides. The names of registers are on the device for those who may read them
 * (`keepRegisters`), so that finding them asks nobody, takes no time, and goes on without signal; only where a register has more than a
 * device keeps the server is asked too.
 */
import { useDebouncedValue } from '@mantine/hooks'
import { type Icon, IconBook2, IconChecklist, IconForms, IconUser } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { registry, subjectTypes } from '#shared/subjects/registry.ts'
import { titleIn } from '#shared/tasks/titleIn.ts'
import { mostNames, type RegisterName, registerNames, registerSearch } from '../answers/registerNames.ts'
import { formsApi } from '../forms/api.ts'
import { fillInPath } from '../forms/fillInPath.ts'
import { guidesApi } from '../guides/api.ts'
import { useAbility } from '../lib/ability.tsx'
import { copied } from '../lib/offline/copied.ts'
import { useUser } from '../lib/session/session.ts'
import { registerIcons } from '../subjects/registerIcons.ts'
import { tasksApi } from '../tasks/api.ts'
import { bestOf } from './bestOf.ts'

const wanted = { status: 'open', sort: 'name', per_page: 100 } as const
/** Forms are found without signal too, as this device saw them last. */
const openForms = {
  ...formsApi.list.query(wanted),
  ...copied('undated', () => formsApi.list(wanted)),
} as ReturnType<typeof formsApi.list.query>

export type Find = { id: string; label: string; href: string; icon: Icon }
export type FindGroup = { group: string; finds: Find[] }

export function usePaletteFinds(text: string): FindGroup[] {
  const { t, i18n } = useTranslation()
  const can = useAbility()
  const isAtWork = useUser()?.company_id != null
  const types = subjectTypes.filter(type => isAtWork && can('read', registry[type].subject))
  const seesPeople = isAtWork && can('read', 'Member') && can('read', 'Invite')
  const registers = useQueries({ queries: types.map(type => registerNames(type)) })
  const [search] = useDebouncedValue(text.trim(), 250)
  const asked = useQueries({
    queries: types.map((type, index) => ({
      ...registerSearch(type, search),
      enabled: search !== '' && (registers[index]?.data?.length ?? 0) >= mostNames,
    })),
  })
  const people = useQuery({ ...registerNames('user'), enabled: seesPeople })
  const mayEdit = can('update', 'Form')
  const forms = useQuery({
    ...openForms,
    enabled: isAtWork && can('read', 'Form'),
  })
  const sought = { search, per_page: 5 } as const
  const tasks = useQuery({
    ...tasksApi.list.query(sought),
    enabled: search !== '' && isAtWork && can('read', 'Task'),
  })
  // Its last answers are kept on the device.
  const guides = useQuery({
    ...guidesApi.list.query(sought),
    enabled: search !== '' && isAtWork && can('read', 'Guide'),
  })
  if (!text.trim()) return []
  const locale = toLocale(i18n.language)
  const known = (
    rows: readonly RegisterName[] | undefined,
    icon: Find['icon'],
    hrefOf: (row: RegisterName) => string,
    /** What the server found, which need not look like it: it knows more words of a row. */
    more: readonly RegisterName[] = [],
  ) => {
    const best = bestOf(rows ?? [], text, row => [row.name, row.mark])
    const ids = new Set(best.map(({ id }) => id))
    return [...best, ...more.filter(({ id }) => !ids.has(id))].map(row => ({
      id: hrefOf(row),
      label: row.mark ? `${row.name} · ${row.mark}` : row.name,
      href: hrefOf(row),
      icon,
    }))
  }
  const named = (forms.data?.data ?? []).map(form => ({
    id: form.id,
    name: textIn(form.name, toLocale(i18n.language), toLocale(form.default_language)).text,
  }))
  return [
    ...types.map((type, index) => ({
      group: t(`${registry[type].noun}.title`),
      finds: known(
        registers[index]?.data,
        registerIcons[type],
        ({ id }) => `${registry[type].path}/${id}`,
        asked[index]?.data,
      ),
    })),
    {
      group: t('forms.title'),
      finds: known(named, IconForms, ({ id }) => (mayEdit ? `/forms/${id}` : fillInPath(id))),
    },
    {
      group: t('tasks.title'),
      finds: (tasks.data?.data ?? []).map(task => ({
        id: `/company/tasks/assignments/${task.id}`,
        label: titleIn(task, locale),
        href: `/company/tasks/assignments/${task.id}`,
        icon: IconChecklist,
      })),
    },
    {
      group: t('guides.title'),
      finds: (guides.data?.data ?? []).map(guide => ({
        id: `/guides/${guide.id}`,
        label: textIn(guide.title, locale, toLocale(guide.default_language)).text,
        href: `/guides/${guide.id}`,
        icon: IconBook2,
      })),
    },
    {
      group: t('members.title'),
      finds: seesPeople ? known(people.data, IconUser, ({ id }) => `/company/users#${id}`) : [],
    },
  ].filter(({ finds }) => finds.length > 0)
}
