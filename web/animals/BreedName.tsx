import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'

/** A breed as the reader's language calls it. */
export function BreedName({ breed }: { breed: string }) {
  const { i18n } = useTranslation()
  return <bdi>{useBreeds(true)?.breedIn(toLocale(i18n.language), breed) ?? breed}</bdi>
}

type Breeds = typeof import('#shared/animals/breeds.ts')

let loaded: Breeds | undefined

/** The names of breeds once they are here: they are fetched where the first one is to be shown or chosen. */
export function useBreeds(isWanted: boolean): Breeds | undefined {
  const [breeds, setBreeds] = useState(loaded)
  useEffect(() => {
    if (!isWanted || breeds) return
    let isGone = false
    // Without them a breed is shown as it is kept.
    void import('#shared/animals/breeds.ts').then(
      module => {
        loaded = module
        if (!isGone) setBreeds(module)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isWanted, breeds])
  return breeds
}
