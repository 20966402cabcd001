/**
 * An icon is decoration: who listens hears the words beside it. Where it stands alone and says something it has a name (`aria-label`), and
 * `aria-hidden={false}`.
 */
import { CloseIcon } from '@mantine/core'
import attributes from '@tabler/icons-react/dist/esm/defaultAttributes.mjs'
import { createElement } from 'react'

for (const ofKind of Object.values(attributes)) Object.assign(ofKind, { 'aria-hidden': true })

export const closeIcon = createElement(CloseIcon, { 'aria-hidden': true })
