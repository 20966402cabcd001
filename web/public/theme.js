// Runs before the first paint, so that neither colours nor direction flash. Everything else about the theme is in web/theme.
;(() => {
  const root = document.documentElement
  const theme = /(?:^|; )tend-theme=(\w+)/.exec(document.cookie)?.[1] ?? 'system'
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  const wanted = localStorage.getItem('locale') ?? navigator.language.slice(0, 2)
  const locale = ['en', 'hu', 'de', 'fr', 'ar'].includes(wanted) ? wanted : 'en'
  root.lang = locale
  root.dir = locale === 'ar' ? 'rtl' : 'ltr'
  const texts = document.createElement('link')
  Object.assign(texts, { rel: 'preload', as: 'fetch', href: `/locales/${locale}.start.json`, crossOrigin: 'anonymous' })
  document.head.append(texts)
})()
