import { Popover, type PopoverProps } from '@mantine/core'
import { type Ref, type RefObject, useImperativeHandle } from 'react'

export type PopoverState = {
  anchor: RefObject<HTMLElement | null>
  opened: boolean
  onChange: (opened: boolean) => void
}
type Props = PopoverState & Pick<PopoverProps, 'children' | 'width'> & { label: string }

/**
 * What floats at an element that was there before, so that it is fetched with what it shows: `usePopover` is its other
 * half.
 */
export function PopoverAt({ anchor, opened, onChange, width = 'max-content', label, children }: Props) {
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      width={width}
      position="bottom-end"
      shadow="md"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <Anchor anchor={anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label} tabIndex={-1}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Says where, and shows nothing. */
function Anchor({ anchor, ref }: { anchor: PopoverState['anchor']; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => anchor.current as HTMLElement, [anchor])
  return null
}
