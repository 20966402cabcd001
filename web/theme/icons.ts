/**
 * An icon is decoration: who listens hears the words beside it. Where it stands alone and says something it has a name (`aria-label`), and
 * `aria-hidden={false}`.
 */
import attributes from '@tabler/icons-react/dist/esm/defaultAttributes.mjs'

for (const ofKind of Object.values(attributes)) ofKind['aria-hidden'] = true
