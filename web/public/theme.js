// Runs before the first paint, so that neither colours nor lines nor direction flash. Everything else about the theme is in web/theme.
;(() => {
  const root = document.documentElement
  const choices = /(?:^|; )tend-(theme|skin|layout|navbar|navbar-blur|nav-collapsed|semi-dark|content-width)=(\w+)/g
  for (const [, name, value] of document.cookie.matchAll(choices)) root.setAttribute(`data-${name}`, value)
  const theme = root.dataset.theme
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  const say = (name, content) => document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content)
  // The canvas behind the page, which is white until the styles are there.
  say('color-scheme', dark ? 'dark' : 'light')
  say('theme-color', dark ? '#0c0a09' : '#fafaf9')
  const locales = ['en', 'hu', 'de', 'fr', 'ar']
  const ofPerson = locales[/"language_id":(\d+)/.exec(localStorage.getItem('user') ?? '')?.[1] - 1]
  const ofAddress =
    /^\/(form\/([^/]+\/public\/|public\/case$)|shared\/)/.test(location.pathname) &&
    new URLSearchParams(location.search).get('lang')
  const wanted = [
    ofAddress,
    localStorage.getItem('locale'),
    ofPerson,
    ...navigator.languages.map(language => language.slice(0, 2)),
  ]
  const locale = wanted.find(code => locales.includes(code)) ?? 'en'
  root.lang = locale
  root.dir = locale === 'ar' ? 'rtl' : 'ltr'
  // The texts are fetched while the first files are read.
  const { pathname } = location
  const isPublic = /^\/form\/[^/]+\/public\//.test(pathname)
  const isWithin =
    !isPublic && !/^\/(auth|invite|action|form\/public)\//.test(pathname) && localStorage.getItem('tend_token') !== null
  const preload = (href, rest) => {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'preload', href, crossOrigin: 'anonymous' }, rest))
  }
  for (const part of isWithin ? [''] : isPublic ? ['.start', '.form'] : ['.start'])
    preload(`/locales/${locale}${part}.json`, { as: 'fetch' })
  // A form that is begun, or found by its link is asked for while the code is on its way (lib/client.ts takes the answer).
  const ask = (path, token) => {
    const address = `/api${path}?lang=${locale}`
    const answer = fetch(address, {
      headers: { Accept: 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    })
    // Whoever takes it hears of it; where nobody does, nobody need.
    answer.catch(() => undefined)
    window.tendPrefetched = { address, token, answer }
  }
  const form = isWithin && pathname === '/submission/filling/new' && new URLSearchParams(location.search).get('form')
  if (/^[1-9]\d{0,9}$/.test(form || '')) ask(`/form/${form}`, localStorage.getItem('tend_token'))
  // With the PIN that was typed in this tab it is asked for by the page.
  const [, ofLink] = /^\/form\/\d+\/public\/([\w-]+)$/.exec(pathname) ?? []
  if (ofLink && ofLink !== 'success' && sessionStorage.getItem(`tend_public_pin_${ofLink}`) === null)
    ask(pathname, null)
})()
