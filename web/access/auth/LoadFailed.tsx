import { inCurrentLanguage, useLanguage } from '#/web/kernel/language.ts'
import { PublicLayout } from './PublicLayout.tsx'
import { texts } from './texts.ts'

/** Shown when a chunk of the application cannot be loaded, because the network failed or a new version was deployed. */
export function LoadFailure() {
  useLanguage()
  return (
    <PublicLayout title={texts.documentTitle}>
      <h1>{inCurrentLanguage(texts.broken)}</h1>
      <p className="l-lead">{inCurrentLanguage(texts.brokenMore)}</p>
      <button type="button" className="l-submit" onClick={() => location.reload()}>
        {inCurrentLanguage(texts.reload)}
      </button>
    </PublicLayout>
  )
}
