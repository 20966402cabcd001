/// <reference types="vite/client" />

declare const __TEND_VERSION__: string

declare module 'virtual:endpoints' {
  const endpoints: Record<string, Record<string, import('./lib/api.ts').Route>>
  export default endpoints
}
