/// <reference types="vite/client" />

declare const __TEND_VERSION__: string

/** The endpoints of one noun (scripts/endpointsPlugin.ts). */
declare module 'virtual:endpoints/*' {
  const endpoints: Record<string, import('./lib/api.ts').Route>
  export default endpoints
}
