import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { currentTitle } from './phrases.ts'
import { registerTexts as texts } from './register.texts.ts'

/** The page while its content is loading or has failed to load. */
export function PageLoading({ failure = '', onRetry }: { readonly failure?: string; readonly onRetry?: () => void }) {
  return (
    <>
      <h1>{inCurrentLanguage(currentTitle())}</h1>
      <p role="status" className="l-lead r-lead">
        {failure || inCurrentLanguage(texts.loading)}
      </p>
      {failure && onRetry ? (
        <button type="button" className="l-submit" onClick={onRetry}>
          {inCurrentLanguage(texts.retry)}
        </button>
      ) : null}
    </>
  )
}
