import { useEffect } from 'react'
import { contactLink } from '#/domain/services/contact-link.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { inCurrentLanguage, useLanguage } from '#/web/kernel/language.ts'
import { signal } from '#/web/kernel/signal.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import './site.css'
import { siteTexts } from './site.texts.ts'

/** The public register of site record numbers. */
const icpRegisterUrl = 'https://beian.miit.gov.cn/'

/** The site's contact and record number, fetched once for all pages. */
const site = signal<OutputOf<typeof api.auth.site> | null>(null)
let isRequested = false

function requestOnce(): void {
  if (isRequested) return
  isRequested = true
  api.auth.site({}).then(site.set, () => {
    // The next page tries again.
    isRequested = false
  })
}

/** The footer with the site's contact and record number; empty when the server has neither. */
export function SiteFooter() {
  useLanguage()
  useEffect(requestOnce, [])
  const { support = '', record = '' } = useSignal(site) ?? {}
  if (support === '' && record === '') return null
  const contactTarget = contactLink(support)
  return (
    <footer className="site-foot">
      {support === '' ? null : (
        <span>
          {inCurrentLanguage(siteTexts.support)} {contactTarget === null ? support : <a href={contactTarget}>{support}</a>}
        </span>
      )}
      {record === '' ? null : (
        <a href={icpRegisterUrl} target="_blank" rel="noreferrer">
          {record}
        </a>
      )}
    </footer>
  )
}
