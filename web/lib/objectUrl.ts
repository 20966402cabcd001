import { useEffect, useState } from 'react'

const graceMs = 60_000

/**
 * Gives the memory behind an object URL back, a while later: a picture that was just replaced, or a browser that saves
 * a file, may still read from it.
 */
export function releaseUrl(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), graceMs)
}

/** Hands content over to the person: the browser saves it under this name, or asks where to. */
export function download(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  releaseUrl(link.href)
}

/** An object URL of the content for as long as the component is on the screen; undefined without content. */
export function useObjectUrl(content: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!content) return setUrl(undefined)
    const made = URL.createObjectURL(content)
    setUrl(made)
    return () => releaseUrl(made)
  }, [content])
  return url
}
