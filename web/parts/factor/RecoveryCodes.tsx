import { useText } from '#/web/kernel/i18n.ts'
import { useUser } from '#/web/kernel/session.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { factorTexts as texts } from './factor.texts.ts'

function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
  // The browser reads the URL asynchronously, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The recovery codes, shown once, to download or print. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const t = useText()
  const username = useUser()?.username ?? ''
  const save = () => saveText(t(texts.codesFile, { username }), `${t(texts.codesTitle)} · ${username}\r\n\r\n${codes.join('\r\n')}\r\n`)
  return (
    <div className="p-codes">
      <Alert className="p-screen-only" type="warning" showIcon title={t(texts.codesOnce)} />
      <p className="p-print-only">
        {t(texts.codesTitle)} · {username}
      </p>
      <ol aria-label={t(texts.stepCodes)}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="k-row p-screen-only">
        <Button onClick={save}>{t(texts.download)}</Button>
        <Button onClick={() => window.print()}>{t(texts.print)}</Button>
      </div>
    </div>
  )
}
