import { reactionsTo } from '../lib/realtime/reactions.ts'
import type { Screens } from '../lib/screens.ts'

const shapes = () => import('#shared/animal-events/contract.ts').then(contract => contract.animalEventEvents)

/** What shows histories, places, groups and withholds is read again. */
const reactions = reactionsTo(shapes, {
  'animal_events.changed': (_, queries) => {
    for (const noun of ['animalEvents', 'groupEvents', 'animals', 'animalGroups', 'timeline'])
      queries.invalidateQueries({ queryKey: [noun] })
  },
})

export const animalEventScreens = { reactions } satisfies Screens
