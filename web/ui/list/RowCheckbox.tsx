import { Checkbox } from '@mantine/core'
import type { ComponentProps } from 'react'

type RowCheckboxProps = Pick<ComponentProps<typeof Checkbox>, 'aria-label' | 'checked' | 'disabled' | 'indeterminate' | 'onChange'>

/** Chooses a row of a table, or all of them; apart from the table, since few can be chosen in. */
export const RowCheckbox = (props: RowCheckboxProps) => <Checkbox {...props} />
