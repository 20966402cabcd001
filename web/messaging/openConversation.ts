/** The conversation that the person looks at, if they do: of that one nothing need be told. */
let open: number | null = null

export const setOpen = (id: number | null): void => {
  open = id
}

export const isOpenNow = (id: number): boolean => open === id && document.visibilityState === 'visible'
