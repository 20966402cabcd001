import { type KeyboardEventHandler, useState } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MultiSelect } from '../floatingParts.tsx'

type PickGroup<Item> = { name: string; items: Item[] }

type Props<Values extends FieldValues, Item> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
  description?: string
  required?: boolean
  /** What can be picked, as the present search found it. */
  groups: PickGroup<Item>[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  /** Why one of them cannot be picked, said behind its name. */
  reasonAgainst?: (item: Item) => string | undefined
  search: string
  onSearch: (text: string) => void
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>
}

/**
 * Picks several things out of named groups that the server searches. The field's value is the list of the things
 * themselves.
 */
export function PickManyField<Values extends FieldValues, Item>(props: Props<Values, Item>) {
  const {
    form,
    name,
    label,
    description,
    required,
    groups,
    keyOf,
    nameOf,
    reasonAgainst,
    search,
    onSearch,
    onKeyDown,
  } = props
  const { t } = useTranslation()
  const { field, fieldState } = useController({
    control: form.control,
    name,
    rules: required ? { validate: (value: Item[]) => value.length > 0 || t('problem.field.required') } : {},
  })
  const [isOpen, setOpen] = useState(false)
  const picked: Item[] = field.value
  const known = new Map([...picked, ...groups.flatMap(({ items }) => items)].map(item => [keyOf(item), item]))
  const found = new Set(groups.flatMap(({ items }) => items.map(keyOf)))
  const optionOf = (item: Item) => {
    const reason = reasonAgainst?.(item)
    return {
      value: keyOf(item),
      label: reason ? `${nameOf(item)} · ${reason}` : nameOf(item),
      disabled: Boolean(reason),
    }
  }

  return (
    <MultiSelect
      ref={field.ref}
      onBlur={field.onBlur}
      {...(onKeyDown && { onKeyDown })}
      label={label}
      description={description}
      error={fieldState.error?.message}
      required={required}
      searchable
      hidePickedOptions
      // What was picked is seen in the field; the list would cover what comes next.
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      nothingFoundMessage={t('common.nothingFound')}
      clearButtonProps={{ 'aria-label': t('common.clearSelection') }}
      data={[
        ...groups.map(group => ({ group: group.name, items: group.items.map(optionOf) })),
        ...picked.filter(item => !found.has(keyOf(item))).map(optionOf),
      ]}
      filter={({ options }) => options.filter(option => !('items' in option) || option.items.length > 0)}
      value={picked.map(keyOf)}
      onChange={keys => {
        field.onChange(keys.flatMap(key => known.get(key) ?? []))
        onSearch('')
        setOpen(false)
      }}
      searchValue={search}
      onSearchChange={onSearch}
    />
  )
}
