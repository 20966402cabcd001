import { type SelectProps, TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** What both fields know how to show. */
type Shown = 'label' | 'aria-label' | 'placeholder' | 'required' | 'onKeyDown'
type OfTheList = 'clearable' | 'clearButtonProps' | 'nothingFoundMessage' | 'filter'
type Props = Pick<SelectProps, Shown | OfTheList> & {
  data: { value: string; label: string }[]
  value: string | null
  onChange: (value: string | null) => void
  searchValue: string
  onSearchChange: (text: string) => void
}

/** What came once is there at once from then on. */
let fetched: ComponentType<SelectProps> | undefined
const fetchSelect = async () => {
  fetched = (await import('../floating.ts')).FoldedSelect
  return fetched
}

/**
 * Mantine's searchable `Select`, loaded when it is first entered, because its floating list is 38 kB that most filters
 * never need. Until then a field that looks the same takes its place, and its text becomes the search. A select with a
 * value loads at once, for its cross.
 */
export function LazySelect(props: Props) {
  const { data, value, searchValue, onSearchChange, label, placeholder, required, onKeyDown } = props
  const [Select, setSelect] = useState(() => fetched)
  const [typed, setTyped] = useState('')
  const early = useRef<HTMLInputElement>(null)
  const late = useRef<HTMLInputElement>(null)
  const isInside = useRef(false)
  const lastTyped = useRef('')
  /**
   * One field takes the other's place between two keys: none goes nowhere, and nobody who has gone on is called back.
   */
  function replace(arrived: ComponentType<SelectProps>) {
    const { current: field } = early
    if (!field) return
    isInside.current = document.activeElement === field
    // Mantine empties its search when it mounts, which is over then.
    flushSync(() => setSelect(() => arrived))
    if (!isInside.current) return
    late.current?.focus()
    if (lastTyped.current) onSearchChange(lastTyped.current)
  }
  const enter = () => void fetchSelect().then(replace, () => dispatchEvent(new Event('part-missing')))
  const isChosen = value !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was fetched once stays
  useEffect(() => {
    if (isChosen && !Select) enter()
  }, [isChosen])
  if (Select) return <Select {...props} ref={late} searchable defaultDropdownOpened={isInside.current} />
  return (
    <TextInput
      ref={early}
      {...(label ? { label } : { 'aria-label': props['aria-label'] })}
      placeholder={placeholder}
      required={required ?? false}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      value={typed || (data.find(one => one.value === value)?.label ?? searchValue)}
      {...(onKeyDown && { onKeyDown })}
      onChange={event => {
        lastTyped.current = event.currentTarget.value
        setTyped(event.currentTarget.value)
      }}
      onFocus={enter}
      rightSection={<IconSelector size={16} stroke={1.5} />}
      rightSectionPointerEvents="none"
    />
  )
}
