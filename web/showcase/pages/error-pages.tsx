import type { Text } from '#/domain/base/text.ts'
import { errorLog, recordError } from '#/web/kernel/errors.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { ErrorPage } from '#/web/shell/ErrorPage.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'

const errorPageTexts = {
  make: { zh: '制造一个错误', en: 'Make an error', es: 'Provocar un error', ja: 'エラーを発生させる' },
  sample: { zh: '演示错误', en: 'An error of the showcase', es: 'Un error de la muestra', ja: 'デモのエラー' },
  none: { zh: '没有错误', en: 'No errors', es: 'Sin errores', ja: 'エラーはありません' },
  noneMore: {
    zh: '本次打开后还没有发生错误。',
    en: 'No errors since the page was loaded.',
    es: 'Nada ha fallado desde que se cargó la página.',
    ja: '読み込み後、エラーは発生していません。',
  },
} as const satisfies Record<string, Text>

/** The page shown without permission. */
export function NoPermission() {
  return <ErrorPage kind="noRight" isSample />
}

/** The page shown for an unknown path. */
export function NoPage() {
  return <ErrorPage kind="noPage" isSample />
}

/** The error log of this browser. */
export function ErrorList() {
  const t = useText()
  const log = useSignal(errorLog)
  return (
    <>
      <div className="k-row">
        <Button danger onClick={() => recordError(new Error(t(errorPageTexts.sample)))}>
          {t(errorPageTexts.make)}
        </Button>
      </div>
      {log.length === 0 ? <EmptyState title={t(errorPageTexts.none)} reason={t(errorPageTexts.noneMore)} /> : null}
      <ul className="x-rights">
        {log.map(({ key, at, message, page, count }) => (
          <li key={key} className="k-row k-spread">
            <span>
              {message} <code>{page}</code>
            </span>
            <span className="k-note">
              {formatDateTimeSeconds(at)} ×{count}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
