/// <reference types="vite/client" />

declare const __TEND_VERSION__: string

/** Method, path and flags of each call, by feature (scripts/endpointsPlugin.ts). */
declare module 'virtual:endpoints' {
  const endpoints: Record<string, Record<string, import('./api.ts').Route>>
  export default endpoints
}

/** The same of some features alone, joined by plus signs. */
declare module 'virtual:endpoints/*' {
  const endpoints: Record<string, Record<string, import('./api.ts').Route>>
  export default endpoints
}

/** What every icon has, by its kind. */
declare module '@tabler/icons-react/dist/esm/defaultAttributes.mjs' {
  const attributes: Record<'outline' | 'filled', Record<string, unknown>>
  export default attributes
}
